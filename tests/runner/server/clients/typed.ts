// A client with the types that openapi-typescript generates from /openapi.json: typed.js URL TOKEN.
// Begins a run with a host tool whose calls require approval, prints its events, and answers its
// asks. Prints the stream of all runs, too.
import type { components, paths } from './types';

type Schemas = components['schemas'];
type RunRequest = paths['/v1/runs']['post']['requestBody']['content']['application/json'];
type Begun = paths['/v1/runs']['post']['responses'][201]['content']['application/json'];
type Events = paths['/v1/runs/{id}/events']['get']['responses'][200]['content'];
type Event = Events['application/x-ndjson'] & Events['text/event-stream'];
type FeedItem = paths['/v1/events']['get']['responses'][200]['content']['application/x-ndjson'];
type Answer = paths['/v1/runs/{id}/answers']['post']['requestBody']['content']['application/json'];
type Refused = paths['/v1/runs']['post']['responses']['4XX']['content']['application/json'];

declare const process: { argv: string[]; exitCode: number };
const [base, token] = process.argv.slice(2);

const never = (value: never): never => {
  throw new Error(`unknown: ${JSON.stringify(value)}`);
};

function answerTo(ask: Schemas['Ask']): Answer {
  const { id } = ask;
  switch (ask.kind) {
    case 'approval':
      return ask.changesFiles
        ? { id, verdict: 'no', reason: 'it changes files' }
        : { id, verdict: 'yes' };
    case 'hostTool':
      return ask.tool === 'open_orders'
        ? { id, output: [{ id: 9, customer: ask.arguments['customer'] }] }
        : { id, error: { code: 'NOT_FOUND', message: `unknown tool ${ask.tool}` } };
    case 'question':
      return { id, value: ask.choices?.[0] ?? true };
    case 'form':
      return { id, action: 'accept', content: { schema: ask.schema } };
    case 'open-url':
      return { id, action: ask.opened ? 'accept' : 'decline' };
    default:
      return never(ask);
  }
}

function shown(event: Event): string {
  switch (event.event) {
    case 'hello': return event.approve;
    case 'run': return event.tools?.join() ?? '';
    case 'turn': return event.state === 'ends' ? `${event.exitReason} ${event.seconds >= 0}` : '';
    case 'said': return event.state;
    case 'text':
    case 'reasoning':
    case 'note': return event.text ?? '';
    case 'message': return String(event.message?.['role']);
    case 'usage': return JSON.stringify(event.usage);
    case 'call': return JSON.stringify(event.arguments);
    case 'result': return event.content ?? event.code ?? '';
    case 'ask': return event.kind;
    case 'asked': return `${event.kind} ${event.state}`;
    case 'waiting': return event.asks.join();
    case 'context': return 'shortened' in event ? `${event.shortened}` : event.text ?? '';
    case 'error': return event.code;
    case 'step': return event.state === 'ends' ? event.status : event.path;
    case 'workflow': return event.state === 'ends' ? event.exitReason : event.workflow;
    case 'end': return `${event.run.state} ${event.run.result?.exitReason}`;
    default: return never(event);
  }
}

function send(method: string, path: string, body?: RunRequest | Answer): Promise<Response> {
  return fetch(base + path, { method, body: body && JSON.stringify(body),
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' } });
}

async function begin(): Promise<Begun> {
  const request: RunRequest = {
    prompt: 'What is late?',
    context: [{ name: 'page', type: 'application/json', json: { customer: 4711 } }],
    hostTools: [{
      name: 'open_orders', description: 'Orders of a customer', changes: false, approve: true,
      schema: { type: 'object', properties: { customer: { type: 'integer' } } },
    }],
  };
  return (await send('POST', '/v1/runs', request)).json();
}

// Reads a stream of lines.
async function* itemsOf<Item>(path: string): AsyncGenerator<Item, void> {
  const response = await fetch(base + path, {
    headers: { Authorization: `Bearer ${token}`, Accept: 'application/x-ndjson' } });
  const decoder = new TextDecoder();
  const reader = response.body!.getReader();
  let rest = '';
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const lines = (rest + decoder.decode(read.value, { stream: true })).split('\n');
      rest = lines.pop()!;
      for (const line of lines)
        yield JSON.parse(line);
    }
  } finally {
    await reader.cancel();
  }
}

async function follow(run: Begun) {
  for await (const event of itemsOf<Event>(`/v1/runs/${run.id}/events`)) {
    console.log(event.event, shown(event));
    if (event.event === 'ask')
      await send('POST', `/v1/runs/${run.id}/answers`, answerTo(event));
  }
}

function shownItem(item: FeedItem): string {
  switch (item.type) {
    case 'start': return `start ${item.missed}`;
    case 'begun': return `begun ${item.run.length}`;
    case 'event': return `${item.event.event} ${shown(item.event)}`;
    default: return never(item);
  }
}

// Prints the items of all runs up to the end of a run.
async function followAll(items: AsyncGenerator<FeedItem, void>) {
  for await (const item of items) {
    console.log('all', shownItem(item));
    if (item.type === 'event' && item.event.event === 'end')
      return;
  }
}

async function main() {
  const refused = await send('POST', '/v1/runs', { prompt: 'x', profile: 'other' });
  const error: Refused = await refused.json();
  console.log(error.code, error.hint);
  const items = itemsOf<FeedItem>('/v1/events');
  const first = await items.next(); // the stream has begun
  console.log('all', first.done ? 'nothing' : shownItem(first.value));
  await Promise.all([followAll(items), begin().then(follow)]);
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
