// What HTML and htmx cannot do alone: notice a dead stream, show that the connection is lost, and carry
// the join code from the address to a form without leaving it in the history.
(function () {
  "use strict";

  const SILENT_MS = 25000; // two and a half heartbeats of the server
  let connection = null;
  let lastHeard = Date.now();

  function showOffline(isOffline) {
    const bar = document.getElementById("offline");
    if (!bar || bar.hidden !== isOffline) return;
    bar.hidden = !isOffline;
    bar.textContent = isOffline ? bar.dataset.text : "";
    document.documentElement.classList.toggle("is-offline", isOffline);
  }

  document.addEventListener("htmx:sse:after:connection", (event) => {
    connection = event.detail.connection;
    lastHeard = Date.now();
    showOffline(false);
  });
  document.addEventListener("htmx:sse:after:message", () => {
    lastHeard = Date.now();
    showOffline(false);
  });
  for (const name of ["htmx:sse:error", "htmx:sse:close"]) {
    document.addEventListener(name, () => {
      if (!document.hidden) showOffline(true);
    });
  }
  document.addEventListener("htmx:error", (event) => {
    if (event.detail.ctx && !event.detail.ctx.response) showOffline(true);
  });

  // A stream whose TCP connection died in silence raises no event: after the silence it is cut here, and
  // hx-sse connects anew.
  setInterval(() => {
    if (document.hidden || !connection || Date.now() - lastHeard < SILENT_MS) return;
    showOffline(true);
    lastHeard = Date.now();
    if (connection.reader) connection.reader.cancel();
  }, 1000);

  // The entry page fetches itself when its stream says that the table moved. A fetch can get lost, with the
  // server or with the Wi-Fi: what the page shows is compared with what was said until both agree.
  let toldSeq = 0;
  document.addEventListener("moved", (event) => {
    toldSeq = Number(event.detail.data);
  });
  setInterval(() => {
    const page = document.querySelector("[data-seq]");
    if (page && !document.hidden && Number(page.dataset.seq) < toldSeq) {
      page.dispatchEvent(new CustomEvent("refresh"));
    }
  }, 1500);

  // A page that comes back from the browser's back-forward cache shows an old table.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) window.location.reload();
  });

  // The join code stands in the address's fragment, which no server and no preview robot ever sees.
  function fillJoinCode() {
    const form = document.querySelector("form[data-join]");
    const code = window.location.hash.slice(1);
    if (!form || !code) return;
    form.elements.code.value = code;
    window.history.replaceState(null, "", window.location.pathname);
    form.requestSubmit();
  }

  // Choosing a language sends its form at once.
  document.addEventListener("change", (event) => {
    if (event.target.matches("select[data-submit]")) event.target.form.requestSubmit();
  });

  fillJoinCode();
  window.addEventListener("hashchange", fillJoinCode);
})();
