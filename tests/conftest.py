"""What all tests share: hypothesis tries the same examples in every run.

`python3 dev test --hypothesis-profile=search` looks for new ones.
"""

from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("search", max_examples=2000, deadline=None)
settings.load_profile("same")
