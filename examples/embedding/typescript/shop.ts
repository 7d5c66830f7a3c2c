// Answers a question about the orders of a customer: shop.ts CUSTOMER QUESTION
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Agent, AgentError, ToolError, type ApprovalAsk, type Tool } from './agentcli.ts';

interface Order { id: number; customer: number; item: string; due: string; done: boolean }
const database = 'shop.json'; // a file, to keep the example short
const customer = Number(process.argv[2]);
const question = process.argv[3] ?? '';
const page = { path: `/customers/${customer}/orders`, today: '2026-11-29', selected: [9] };
const all = (): Order[] => JSON.parse(readFileSync(database, 'utf8'));

const orders: Tool = {
  name: 'orders', description: 'Orders of the customer on the page.', changes: false,
  schema: { type: 'object', properties: { state: { enum: ['all', 'open', 'late'] } },
    additionalProperties: false },
  run({ state = 'open' }: { state?: 'all' | 'open' | 'late' }) {
    const isShown = (order: Order) => state === 'all'
      || (!order.done && (state === 'open' || order.due < page.today));
    return all().filter((order) => order.customer === customer && isShown(order));
  },
};
const postpone: Tool = {
  name: 'postpone', approve: true,
  description: 'Changes the day on which an order of the customer on the page is due.',
  schema: { type: 'object', required: ['order', 'due'], additionalProperties: false, properties: {
    order: { type: 'integer' }, due: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' } } },
  run({ order, due }: { order: number; due: string }) {
    const rows = all();
    const row = rows.find((one) => one.id === order && one.customer === customer);
    if (!row) throw new ToolError(`this customer has no order ${order}`, 'NOT_FOUND');
    row.due = due;
    writeFileSync(database, JSON.stringify(rows));
    return `order ${order} is due on ${due}`;
  },
};

async function approve(ask: ApprovalAsk, signal: AbortSignal): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const call = `${ask.tool} ${JSON.stringify(ask.arguments)}`;
    return (await terminal.question(`${call}? [y/N] `, { signal })).trim().toLowerCase() === 'y';
  } finally {
    terminal.close();
  }
}

async function main(): Promise<void> {
  const url = process.env['SHOP_AGENT']; // of `agentcli serve`; by default, a child process
  const where = url ? { url } : { flags: ['--tools', 'none'] }; // only the tools of this program
  const agent = new Agent({ ...where, tools: [orders, postpone], approve,
    instructions: 'You help a clerk of a shop. Answer in one sentence.',
    session: `customer-${customer}` });
  try {
    for await (const event of agent.run(question, { context: { page } }))
      if (event.event === 'text') process.stdout.write(event.text ?? '');
    console.log();
  } finally {
    await agent.close();
  }
}

main().catch((error) => {
  const text = error instanceof AgentError ? `${error.message} [${error.code}]` : error;
  console.error('shop.ts:', text);
  process.exitCode = 1;
});
