// What one device keeps for itself on the table display and the watchers' page: its colours, its sound, whether
// the screen stays on. Loaded before the page is drawn, so that the colours are right from the start.
(function () {
  "use strict";

  const root = document.documentElement;

  // A browser may refuse to keep anything; then every page begins with what is usual.
  function kept(name, usual) {
    try {
      return window.localStorage.getItem(name) || usual;
    } catch {
      return usual;
    }
  }

  function keep(name, value) {
    try {
      window.localStorage.setItem(name, value);
    } catch {
      // It holds until the page is left.
    }
  }

  // Colours: without data-theme the page follows the device.

  function showTheme(theme) {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  }
  showTheme(kept("theme", "auto"));

  // Staying awake: a browser has it at secure addresses only, and lets go whenever the page is hidden.

  let lock = null;
  let wantsAwake = kept("awake", "on") === "on";

  function showAwake(state) {
    for (const line of document.querySelectorAll("[data-awake]")) line.hidden = line.dataset.awake !== state;
  }

  async function stayAwake() {
    if (!document.getElementById("awake")) return;
    if (!wantsAwake) {
      if (lock) lock.release();
      lock = null;
      showAwake("off");
    } else if (!("wakeLock" in navigator)) {
      showAwake("absent");
    } else if (!document.hidden && (!lock || lock.released)) {
      try {
        lock = await navigator.wakeLock.request("screen");
        lock.addEventListener("release", () => {
          if (wantsAwake) showAwake("refused");
        });
        if (!wantsAwake) lock.release();
        showAwake(wantsAwake ? "on" : "off");
      } catch {
        showAwake("refused");
      }
    }
  }
  document.addEventListener("visibilitychange", stayAwake);

  // Sound: one wooden tick per five points. Browsers let a page be heard only after a tap on it.

  const TICK_SECONDS = 0.11;
  let isLoud = kept("sound", "off") === "on";
  let audio = null;

  function openAudio() {
    if (!isLoud || !window.AudioContext) return;
    audio = audio || new window.AudioContext();
    if (audio.state === "suspended") audio.resume();
  }

  function tick(count) {
    if (!isLoud || !audio || audio.state !== "running") return;
    for (let number = 0; number < count; number += 1) {
      const at = audio.currentTime + number * TICK_SECONDS;
      const wood = audio.createOscillator();
      const volume = audio.createGain();
      wood.type = "triangle";
      wood.frequency.setValueAtTime(1400, at);
      wood.frequency.exponentialRampToValueAtTime(480, at + 0.03);
      volume.gain.setValueAtTime(0.5, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + 0.06);
      wood.connect(volume).connect(audio.destination);
      wood.start(at);
      wood.stop(at + 0.07);
    }
  }

  let heard = null;
  function hear() {
    const last = document.querySelector("[data-ticks]");
    if (!last) return;
    const entries = Number(last.dataset.entries);
    if (heard !== null && entries > heard) tick(Number(last.dataset.ticks));
    heard = entries;
  }
  document.addEventListener("htmx:sse:after:message", hear);
  document.addEventListener("pointerdown", openAudio);
  document.addEventListener("keydown", openAudio);

  // The controls, once they are there.

  function showFullScreen(button) {
    const [enter, leave] = button.children;
    enter.hidden = Boolean(document.fullscreenElement);
    leave.hidden = !enter.hidden;
  }

  document.addEventListener("DOMContentLoaded", () => {
    document.getElementById("settings").hidden = false;
    hear();
    stayAwake();

    const theme = document.getElementById(`theme-${kept("theme", "auto")}`);
    if (theme) theme.checked = true;
    document.getElementById("sound").checked = isLoud;
    const awake = document.getElementById("awake");
    if (awake) awake.checked = wantsAwake;

    const button = document.getElementById("full-screen");
    if (button && root.requestFullscreen) {
      button.hidden = false;
      button.addEventListener("click", () => {
        if (document.fullscreenElement) document.exitFullscreen();
        else root.requestFullscreen().catch(() => {});
      });
      document.addEventListener("fullscreenchange", () => showFullScreen(button));
    }

    document.getElementById("device").addEventListener("change", ({ target }) => {
      if (target.name === "theme") {
        keep("theme", target.value);
        showTheme(target.value);
      } else if (target.id === "sound") {
        isLoud = target.checked;
        keep("sound", isLoud ? "on" : "off");
        openAudio();
        if (isLoud) tick(1);
      } else if (target.id === "awake") {
        wantsAwake = target.checked;
        keep("awake", wantsAwake ? "on" : "off");
        stayAwake();
      }
    });

    // The settings lie over the display: a tap beside them, or Escape, closes them.
    const device = document.querySelector(".t-device details");
    if (!device) return;
    document.addEventListener("click", (event) => {
      if (!device.contains(event.target)) device.open = false;
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && device.open) {
        device.open = false;
        device.querySelector("summary").focus();
      }
    });
  });
})();
