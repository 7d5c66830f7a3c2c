// A conversation with `agentcli serve`. All that is shown is made of the events of its runs, so that
// a page that is loaded anew shows what it showed before. Text becomes text nodes, never HTML.
"use strict";

const at = (id) => document.getElementById(id);
const log = at("log");
let session = location.hash.slice(1);
let run = null; // its id, while it is under way
let stream = null;
let lastEvent = 0; // of the run
let piece = null; // the element that text is added to
let calls = new Map(); // by their ids, the elements of a run
let asks = new Map();

function element(name, kind, ...children) {
  const made = document.createElement(name);
  made.className = kind;
  made.append(...children);
  return made;
}

// Invisible letters, and those that turn the direction of what follows, could make a call look like
// another one.
const plain = (text) => text.replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
  (letter) => "\\u{" + letter.codePointAt(0).toString(16) + "}");

const shown = (value) => plain(typeof value === "string" ? value : JSON.stringify(value, null, 2) ?? "");

function show(made, parent = log) {
  const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80;
  if (made) parent.append(made);
  if (isAtEnd) log.scrollTop = log.scrollHeight;
}

function setState(state, text) {
  at("state").dataset.state = state;
  at("state").textContent = text;
  at("stop").hidden = run === null;
}

async function request(method, path, body, fields = {}) {
  const response = await fetch("/v1/" + path, {
    method,
    headers: body ? { "Content-Type": "application/json", ...fields } : fields,
    body: body && JSON.stringify(body),
  });
  const answer = response.status === 204 ? {} : await response.json().catch(() => ({}));
  if (response.ok) return answer;
  const failed = new Error([answer.error ?? `the server answers ${response.status}`, answer.hint].filter(Boolean).join(": "));
  failed.status = response.status;
  throw failed;
}

const showError = (error) => show(element("p", "note error", plain(error.message)));

// The change that a call would make, with its lines in colour.
function diff(text) {
  const made = element("pre", "diff");
  for (const line of text.replace(/\n$/, "").split("\n")) {
    const kind = /^\+(?!\+\+ )/.test(line) ? "added" : /^-(?!-- )/.test(line) ? "removed" : "";
    made.append(element("span", kind, plain(line)), "\n");
  }
  return made;
}

function parsed(text) {
  try {
    return typeof text === "string" ? JSON.parse(text) : text;
  } catch {
    return text;
  }
}

function addCall(event) {
  const given = event.arguments ?? event.text;
  const about = given?.path ?? given?.command ?? given?.cmd ?? given?.query ?? "";
  const call = element("details", "call",
    element("summary", "", element("code", "", plain(event.tool)),
      element("span", "about", shown(about)), element("span", "outcome")),
    element("pre", "", shown(given)));
  calls.set(event.id, call);
  show(call);
}

function addResult(event) {
  const call = calls.get(event.id);
  if (!call) return;
  call.dataset.outcome = event.code ? "failed" : "done";
  const content = parsed(event.content);
  call.append(typeof content?.diff === "string" ? diff(content.diff) : element("pre", "", shown(content)));
  show();
}

function addAsk(event) {
  const buttons = element("div", "buttons");
  const answer = async (verdict) => {
    for (const button of buttons.children) button.disabled = true;
    try {
      await request("POST", `runs/${run}/answers`, { id: event.id, verdict });
    } catch (error) {
      if (error.status !== 409) showError(error);
      for (const button of buttons.children) button.disabled = false;
    }
  };
  for (const [verdict, text] of [["yes", "Allow once"], ["always", "Always allow this call"], ["no", "Reject"]]) {
    const button = element("button", verdict, text);
    button.type = "button";
    button.addEventListener("click", () => answer(verdict));
    buttons.append(button);
  }
  const change = event.dryRun?.diff;
  const ask = element("section", "ask",
    element("p", "", "May ", element("code", "", plain(event.tool)), " do this?"),
    element("pre", "", shown(event.arguments)), typeof change === "string" ? diff(change) : "", buttons);
  asks.set(event.id, ask);
  show(ask);
  setState("asks", "waits for you");
}

function endAsk(event) {
  const ask = asks.get(event.id);
  if (ask) ask.replaceWith(element("p", "note", event.verdict ? `You said ${event.verdict}.` : "Nobody was asked in the end."));
  asks.delete(event.id);
  if (asks.size === 0) setState("works", "works");
}

function end(event) {
  const result = event.run.result ?? {};
  if (result.exitReason !== "answered")
    show(element("p", "note error", plain(result.error?.message ?? `The run has ended: ${result.exitReason}.`)));
  for (const ask of asks.values()) ask.remove();
  stream.close();
  run = stream = null;
  setState("idle", "ready");
}

const hear = {
  said: (event) => {
    if (event.state === "sent" || event.state === "waiting") show(element("p", "said", event.text ?? ""));
  },
  text: (event) => {
    if (!piece) show(piece = element("p", "text"));
    piece.append(event.text);
    show();
  },
  call: addCall,
  result: addResult,
  ask: (event) => event.kind === "approval" && addAsk(event),
  asked: endAsk,
  note: (event) => show(element("p", "note", plain(event.text))),
  error: (event) => show(element("p", "note error", plain(event.text))),
  end,
};

// An EventSource connects again by itself and sends the last id that it has. Where a proxy has
// answered for a server that is away, it gives up: then a new one continues.
function read(id) {
  run = id;
  setState("works", "works");
  stream = new EventSource(`/v1/runs/${id}/events?after=${lastEvent}`);
  stream.onopen = () => setState(asks.size > 0 ? "asks" : "works", asks.size > 0 ? "waits for you" : "works");
  stream.onerror = (failure) => {
    const { target } = failure;
    if (failure instanceof MessageEvent || target !== stream) return; // an event named error
    setState("cut", "connecting again");
    if (target.readyState === EventSource.CLOSED) setTimeout(() => target === stream && read(id), 1000);
  };
  for (const [name, take] of Object.entries(hear))
    stream.addEventListener(name, (message) => {
      if (!(message instanceof MessageEvent) || message.target !== stream) return;
      const event = JSON.parse(message.data);
      if (event.seq <= lastEvent) return;
      lastEvent = event.seq;
      if (name !== "text") piece = null;
      take(event);
    });
}

function begin(id) {
  lastEvent = 0;
  piece = null;
  calls = new Map();
  asks = new Map();
  read(id);
}

async function send(text) {
  if (run) {
    try {
      return await request("POST", `runs/${run}/messages`, { text });
    } catch (error) {
      if (error.status !== 409) throw error; // it has ended meanwhile
    }
  }
  const began = await request("POST", "runs", { prompt: text, session }, { "Idempotency-Key": crypto.randomUUID() });
  begin(began.id);
}

// The runs of this conversation that the server keeps, the oldest first.
async function open() {
  const { runs } = await request("GET", `runs?session=${encodeURIComponent(session)}&limit=100`);
  for (const one of runs.reverse()) {
    begin(one.id);
    while (one.state === "ended" && run === one.id) await new Promise((done) => setTimeout(done, 20));
  }
}

at("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = at("prompt").value.trim();
  if (!text || at("send").disabled) return;
  at("send").disabled = true;
  try {
    await send(text);
    at("prompt").value = "";
  } catch (error) {
    showError(error);
  }
  at("send").disabled = false;
  at("prompt").focus();
});

at("prompt").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  at("form").requestSubmit();
});

at("stop").addEventListener("click", () => run && request("POST", `runs/${run}/cancel`).catch(showError));

at("new").addEventListener("click", () => {
  location.hash = "web-" + crypto.randomUUID().slice(0, 13);
  location.reload();
});

if (!session) {
  session = "web-" + crypto.randomUUID().slice(0, 13);
  history.replaceState(null, "", "#" + session);
}
at("send").disabled = true;
open().catch(showError).finally(() => { at("send").disabled = false; });
