// Conversations by clients/typescript/agentcli.ts: conversations.js PROGRAM TALK [URL [TOKEN]]
//
// Each function is a scenario, and writes the model's replies to the recording TALK, which is
// replayed by the server at URL or, without URL, by the Agent's child process.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Agent, AgentError, LATER, ToolError, type AgentSettings, type Event, type ResultEvent,
  type Tool, type Turn } from './agentcli.ts';

const [program, talk, url, token] = process.argv.slice(2) as [string, string, string?, string?];

const anyUser = { role: 'user', content: '<any>' };
const says = (text: string, asked: unknown = anyUser) =>
  ({ asked: [asked], message: { role: 'assistant', content: text } });
const calls = (tool: string, args: object = {}, id = 'c1', asked: unknown = anyUser) =>
  ({ asked: [asked], message: { role: 'assistant', content: null, tool_calls: [
    { id, type: 'function', function: { name: tool, arguments: JSON.stringify(args) } }] } });
const resultOf = (id = 'c1') => ({ role: 'tool', tool_call_id: id, content: '<any>' });
const record = (...exchanges: object[]) =>
  writeFileSync(talk, exchanges.map((one) => JSON.stringify(one) + '\n').join(''));
const callOnce = (tool: string, args: object = {}) =>
  record(calls(tool, args), says('done', resultOf()));

const agentWith = (settings: AgentSettings = {}) => new Agent(url
  ? { url, ...(token ? { token } : {}), ...settings }
  : { program, flags: ['--replay', talk, '--system', ''], ...settings });
const toolWith = (name: string, run: Tool['run'], more: Partial<Tool> = {}): Tool =>
  ({ name, description: name, schema: { type: 'object' }, changes: false, ...more, run });

async function using<T>(settings: AgentSettings, work: (agent: Agent) => Promise<T>): Promise<T> {
  const agent = agentWith(settings);
  try {
    return await work(agent);
  } finally {
    await agent.close();
  }
}
async function eventsOf(turn: Turn): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of turn) events.push(event);
  return events;
}
const resultsOf = async (turn: Turn) => (await eventsOf(turn)).filter(
  (event): event is ResultEvent => event.event === 'result');
async function failure(work: Promise<unknown>): Promise<AgentError> {
  const error = await work.then(() => undefined, (why) => why);
  assert(error instanceof AgentError, `no AgentError: ${error}`);
  return error;
}
// Returns a tool that never returns, and promises of its call and of the end of its call.
function waitingTool() {
  let aborted!: () => void;
  const wasAborted = new Promise<void>((resolve) => { aborted = resolve; });
  let called!: () => void;
  const wasCalled = new Promise<void>((resolve) => { called = resolve; });
  const tool = toolWith('wait', (_, { signal }) => new Promise(() => {
    signal.addEventListener('abort', aborted);
    called();
  }), { timeoutSeconds: 60 });
  return { tool, wasAborted, wasCalled };
}

async function streams() {
  record(says('Order 9 is late. It is two days late.'));
  await using({}, async (agent) => {
    const turn = agent.run('What is late?');
    const events = await eventsOf(turn);
    const texts = events.flatMap((event) => event.event === 'text' ? [event.text] : []);
    const result = await turn.result();
    assert(texts.length > 1);
    assert.equal(texts.join(''), result.answer);
    assert.deepEqual(events.map((event) => event.seq), events.map((_, at) => at + 1));
    assert.equal(result.answer, 'Order 9 is late. It is two days late.');
    assert.equal(result.steps, 1);
    assert.equal(turn.runId !== undefined, url !== undefined);
  });
}

async function toolsHaveSchemas() {
  const args = { customer: 4711, state: 'open' };
  callOnce('orders', args);
  const got: unknown[] = [];
  const schema = { type: 'object', properties: { customer: { type: 'integer' },
    state: { enum: ['open', 'late'] } }, required: ['customer'], additionalProperties: false };
  const orders = toolWith('orders', (given) => (got.push(given), [{ id: 9 }]), { schema });
  await using({ tools: [orders] }, async (agent) => {
    const [result] = await resultsOf(agent.run('What is late?'));
    assert.deepEqual(JSON.parse(result!.content!), [{ id: 9 }]);
  });
  assert.deepEqual(got, [args]);
}

async function toolsFail() {
  record(calls('known'), calls('unknown', {}, 'c2', resultOf()),
    calls('large', {}, 'c3', resultOf('c2')), says('done', resultOf('c3')));
  const tools = [
    toolWith('known', () => { throw new ToolError('the database is locked', 'BUSY'); }),
    toolWith('unknown', async () => { throw new TypeError('no such column'); }),
    toolWith('large', () => 'x'.repeat(2 << 20)),
  ];
  await using({ tools }, async (agent) => {
    const results = await resultsOf(agent.run('Go'));
    const words = [['BUSY', 'the database is locked'], ['INTERNAL', 'no such column'],
      ['TOO_LARGE', '1 MiB']];
    assert.equal(results.length, 3);
    for (const [at, result] of results.entries())
      for (const word of words[at]!) assert(result.content!.includes(word), result.content!);
  });
}

async function approves() {
  const decisions: [AgentSettings['approve'], boolean, string][] = [
    [() => true, true, ''], [async () => false, false, ''],
    [undefined, false, 'approves no calls'],
    [() => ({ verdict: 'no', reason: 'not today' }), false, 'not today'],
    [(ask) => ({ verdict: 'yes', arguments: { ...ask.arguments!, content: 'due\n' } }), true,
      '"bytesWritten":4'],
    [(ask) => ({ verdict: 'yes', arguments: { ...ask.arguments!, path: 5 } }), false,
      'arguments were refused'],
    [() => { throw new Error('broken'); }, false, 'could not decide'],
  ];
  for (const [approve, isDone, reason] of decisions) {
    callOnce('fs_write_file', { path: 'note.txt', content: 'late\n' });
    await using({ approval: 'changes', ...(approve ? { approve } : {}) }, async (agent) => {
      const events = await eventsOf(agent.run('Note it'));
      const ask = events.find((event) => event.event === 'ask' && event.kind === 'approval');
      assert(ask && 'arguments' in ask && ask.tool === 'fs_write_file');
      const result = events.find((event) => event.event === 'result') as ResultEvent;
      assert(result.content!.includes(reason), result.content!);
      assert.equal(existsSync('note.txt'), isDone, reason);
    });
    rmSync('note.txt', { force: true });
  }
}

async function contextReachesTheModel() {
  record({ asked: [{ role: 'user', content: '<any>"json":{"customer":4711}}]}' }, anyUser],
    message: { role: 'assistant', content: 'done' } });
  await using({}, async (agent) => {
    const context = { hint: 'a text', page: { customer: 4711 } };
    assert.equal((await agent.run('What?', { context }).result()).answer, 'done');
  });
}

async function sessionsContinue() {
  const said = (content: string) => ({ role: 'assistant', content });
  const after = (...asked: object[]) => (text: string) => ({ asked, message: said(text) });
  const session = `test-${process.pid}-${url ? 'server' : 'child'}`;
  record(says('one'), says('two'));
  await using({ session }, async (agent) => {
    assert.equal((await agent.run('What is late?').result()).answer, 'one');
    if (url) record(after(anyUser, said('one'), anyUser)('two'));
    assert.equal((await agent.run('And now?').result()).answer, 'two');
    assert.equal(agent.session, session);
  });
  record(after(anyUser, said('one'), anyUser, said('two'), anyUser)('three'));
  await using({ session }, async (agent) => {
    assert.equal((await agent.run('Once more').result()).answer, 'three');
  });
}

async function cancels() {
  for (const how of ['signal', 'cancel', 'break', 'timeout'] as const) {
    callOnce('wait');
    const { tool, wasCalled, wasAborted } = waitingTool();
    await using({ tools: [tool] }, async (agent) => {
      const controller = new AbortController();
      const turn = agent.run('Go', { signal: controller.signal,
        ...(how === 'timeout' ? { timeoutSeconds: 1 } : {}) });
      void wasCalled.then(() => {
        if (how === 'signal') controller.abort(new Error('enough'));
        if (how === 'cancel') turn.cancel();
      });
      if (how === 'break') {
        for await (const event of turn)
          if (event.event === 'ask') break;
      } else {
        const error = await failure(turn.result());
        assert.equal(error.code, how === 'timeout' ? 'TIMED_OUT' : 'CANCELLED');
        if (how === 'signal') assert.equal((error.cause as Error).message, 'enough');
      }
      await wasAborted;
      // Another turn begins, and fails because the recording has no more replies.
      const next = await failure(agent.run('Do you listen?').result());
      assert.equal(next.result?.exitReason, 'failed');
    });
  }
  await using({}, async (agent) => {
    const error = await failure(agent.run('Go', { signal: AbortSignal.abort() }).result());
    assert.equal(error.code, 'CANCELLED');
  });
}

async function refuses() {
  const wrong = toolWith('a b', () => 0);
  record(says('yes'));
  await using({ tools: [wrong] }, async (agent) => {
    const error = await failure(agent.run('Go').result());
    assert.equal(error.code, 'BAD_REQUEST');
    assert(error.message.includes('hostTools[0].name'), error.message);
    assert.equal(error.status, url && 422);
  });
  await using({}, async (agent) => {
    const first = agent.run('Go')[Symbol.asyncIterator]();
    await first.next();
    assert.equal((await failure(agent.run('Go').result())).code, 'CONFLICT');
    await first.return();
    await agent.close();
    assert.equal((await failure(agent.run('Go').result())).code, 'CONFLICT');
  });
  record();
  await using({}, async (agent) => { // the recording has no reply
    const error = await failure(agent.run('Go').result());
    assert.equal(error.result?.exitReason, 'failed');
    assert.equal(error.result?.error?.code, error.code);
  });
}

async function questionsAreAnswered() {
  const head = { event: 'ask', seq: 1, ts: '', id: 'a1', message: 'Release 7?' } as const;
  const question = { ...head, kind: 'question', path: 'sure', type: 'confirm' } as const;
  const form = { ...head, kind: 'form', server: 'forge', schema: {} } as const;
  const { signal } = new AbortController();
  await using({}, async (agent) => {
    assert.deepEqual(await agent.answerTo(question, signal),
      { error: { code: 'UNSUPPORTED', message: 'this application answers no questions' } });
    assert.deepEqual(await agent.answerTo(form, signal), { action: 'decline' });
  });
  await using({ answer: (ask) => ({ value: ask.message }) }, async (agent) => {
    assert.deepEqual(await agent.answerTo(question, signal), { value: 'Release 7?' });
  });
}

async function processesEnd() {
  const missing = new Agent({ program: '/nonexistent/agentcli' });
  const error = await failure(missing.run('Go').result());
  assert.equal(error.code, 'NOT_FOUND');
  assert(error.hint);
  await missing.close();
  const misused = new Agent({ program, flags: ['--no-such-flag'] });
  assert.equal((await failure(misused.run('Go').result())).code, 'BAD_REQUEST');
  await misused.close();

  callOnce('die');
  const die = toolWith('die', () => {
    process.kill(Number(children()), 'SIGKILL');
    return new Promise(() => {});
  });
  await using({ tools: [die] }, async (agent) => {
    assert.equal((await failure(agent.run('Go').result())).code, 'WORKER_DIED');
  });
  assert.equal(children(), '');
}
const children = () => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim();

// The Agent that began a run stops reading during a call, and other Agents resume the run.
async function resumes() {
  for (const isFromAsk of [false, true]) {
    callOnce('slow');
    const never = toolWith('slow', () => new Promise(() => {}), { timeoutSeconds: 60 });
    const lost = agentWith({ tools: [never], session: `lost-${process.pid}-${isFromAsk}` });
    const turn = lost.run('Go');
    const reader = turn[Symbol.asyncIterator]();
    let last: Event;
    do last = (await reader.next()).value as Event; while (last.event !== 'ask');
    let count = 0;
    const slow = toolWith('slow', () => { ++count; return 'late'; });
    for (const settings of [isFromAsk ? { after: last.seq } : {}, {}, { after: 10_000 }]) {
      await using({ tools: [slow] }, async (agent) => {
        const other = agent.resume(turn.runId!, settings);
        if (settings.after === 10_000)
          return assert.equal((await failure(other.result())).status, 410);
        assert.equal((await other.result()).answer, 'done');
        assert.equal(other.runId, turn.runId);
      });
    }
    assert.equal(count, 1);
    await lost.close();
  }
  const unknown = agentWith().resume('01M84QF9F3XS6W2ZVED4SENW44');
  assert.equal((await failure(unknown.result())).status, 404);
  assert.equal((await failure(unknown.result())).status, 404);
}

// Separate Agents begin a run, read its events and answer its ask, as a web application does.
async function asksWait() {
  callOnce('fs_write_file', { path: 'later.txt', content: 'late' });
  const settings: AgentSettings = { session: `page-${process.pid}`, onDisconnect: 'continue',
    approval: 'changes', approve: () => LATER };
  const runId = await using(settings, async (agent) => {
    const turn = agent.run('Note it');
    await turn.start();
    return turn.runId!;
  });
  const last = await using(settings, async (agent) => {
    for await (const event of agent.resume(runId))
      if (event.event === 'waiting') return event;
    return undefined;
  });
  await using(settings, async (agent) => {
    await agent.resume(runId, { after: last!.seq }).start();
    await agent.answer(last!.asks[0]!, { verdict: 'yes' });
  });
  await using(settings, async (agent) => {
    assert.equal((await agent.resume(runId, { after: last!.seq }).result()).answer, 'done');
  });
  assert(existsSync('later.txt'));
  rmSync('later.txt');
}

async function serversCannotBeReached() {
  const agent = new Agent({ url: 'unix:///nonexistent/serve.sock' });
  const error = await failure(agent.run('Go', { signal: AbortSignal.timeout(100) }).result());
  assert.equal(error.code, 'CANCELLED');
  assert.throws(() => new Agent({ url: 'ftp://example.org' }), { code: 'BAD_REQUEST' });
  if (!token) return;
  const stranger = new Agent({ url: url!, token: 'wrong' });
  const refusal = await failure(stranger.run('Go').result());
  assert.deepEqual([refusal.status, refusal.code], [401, 'UNAUTHENTICATED']);
}

// The server drops a connection, is busy, cuts its responses, and loses the run. The client sends
// all attempts with one key, and reads the events from where it was.
async function serversFail() {
  const keys: unknown[] = [];
  const afters: unknown[] = [];
  const server = createHttpServer((request, response) => {
    if (request.method === 'DELETE') return response.writeHead(204).end();
    if (request.method === 'POST') {
      keys.push(request.headers['idempotency-key']);
      if (keys.length === 1) return request.socket.destroy();
      if (keys.length === 2)
        return response.writeHead(503, { 'Retry-After': '0' }).end('{"error":"x","code":"BUSY"}');
      return response.writeHead(201).end('{"id":"r1","state":"queued","asks":[],"lastSeq":0}');
    }
    afters.push(request.url);
    if (afters.length === 2) return response.writeHead(503).end();
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    if (afters.length === 1)
      return response.end('data: {"event":"note","seq":1,"ts":"","text":"a"}\n\ndata: {"ev');
    const run = { id: 'r1', state: 'ended', asks: [], lastSeq: 2,
      result: { answer: null, exitReason: 'lost', exitStatus: 1 } };
    return response.end(`data: ${JSON.stringify({ event: 'end', seq: 2, ts: '', run })}\n\n`);
  });
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ url: `http://127.0.0.1:${port}/prefix/` });
  const seen: number[] = [];
  const error = await failure((async () => {
    for await (const event of agent.run('Go')) seen.push(event.seq);
  })());
  assert.equal(error.code, 'WORKER_DIED');
  assert.deepEqual(seen, [1, 2]);
  assert.equal(keys.length, 3);
  assert.equal(new Set(keys).size, 1);
  assert.deepEqual(afters, [0, 1, 1].map((after) => `/prefix/v1/runs/r1/events?after=${after}`));
  await agent.close();
  server.close();
}

async function main() {
  const common = [streams, toolsHaveSchemas, toolsFail, approves, contextReachesTheModel,
    sessionsContinue, cancels, refuses, questionsAreAnswered];
  const own = url ? [resumes, asksWait, serversCannotBeReached] : [processesEnd, serversFail];
  for (const scenario of [...common, ...own]) {
    await scenario();
    console.log('ok', scenario.name);
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
