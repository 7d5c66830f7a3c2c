// Frameworks work with the façade as with the server of the model: frameworks.mjs URL TOKEN NPM MODEL.
// LangGraph's agent makes two rounds of calls, replays a checkpoint, and answers in a form; an agent
// of the OpenAI Agents SDK hands over to another. What each gives is compared with what the same
// program gives straight at MODEL, the base URL of the server of the model.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

const [server, token, npm, direct] = process.argv.slice(2);
const require = createRequire(`${npm}/package.json`);
const { ChatOpenAI } = require('@langchain/openai');
const { tool } = require('@langchain/core/tools');
const { createReactAgent } = require('@langchain/langgraph/prebuilt');
const { MemorySaver } = require('@langchain/langgraph');
const { Agent, run, setTracingDisabled, OpenAIChatCompletionsModel, OpenAIResponsesModel, tool: functionTool }
  = require('@openai/agents');
const { OpenAI } = require('openai');
const { z } = require('zod');

setTracingDisabled(true);
const looked = [];
const look = tool(({ page }) => {
  looked.push(page);
  return page < 2 ? `call look {"page":${page + 1}}` : 'nothing more';
}, { name: 'look', description: 'Looks at a page', schema: z.object({ page: z.number() }) });

async function langGraph(baseURL, model) {
  looked.length = 0;
  const llm = new ChatOpenAI({ model, apiKey: token, configuration: { baseURL }, temperature: 0 });
  const agent = createReactAgent({ llm, tools: [look], checkpointSaver: new MemorySaver() });
  const config = { configurable: { thread_id: 't' } };
  const end = await agent.invoke({ messages: [{ role: 'user', content: 'call look {"page":1}' }] }, config);
  const texts = end.messages.map((message) => [message.getType(), message.text ?? message.content]);
  // From the checkpoint before the last request, and after another question.
  const history = [];
  for await (const state of agent.getStateHistory(config)) history.push(state);
  const before = history.find((state) => state.next.includes('agent') || state.next.includes('model_request'));
  const again = await agent.invoke(null, before.config);
  const more = await agent.invoke({ messages: [{ role: 'user', content: 'and now?' }] }, config);
  return {
    texts, looked: [...looked], again: again.messages.at(-1).content, more: more.messages.at(-1).content,
  };
}

async function handoff(baseURL, name, Model) {
  const model = new Model(new OpenAI({ baseURL, apiKey: token }), name);
  const stock = functionTool({
    name: 'stock', description: 'The stock', parameters: z.object({ page: z.number() }),
    execute: async () => 'nine',
  });
  const second = new Agent({ name: 'second', instructions: 'You are the second.', tools: [stock], model });
  const first = new Agent({ name: 'first', instructions: 'You are the first.', handoffs: [second], model });
  const result = await run(first, 'call transfer_to_second {}');
  return { last: result.lastAgent.name, output: result.finalOutput };
}

const facade = `${server}/openai/v1`;
const flows = {
  langGraph,
  handoff: (url, name) => handoff(url, name, OpenAIChatCompletionsModel),
};
for (const [name, flow] of Object.entries(flows)) {
  const expected = await flow(direct, 'm');
  assert.deepEqual(await flow(facade, 'default'), expected, name);
  console.log(`${name}: ${JSON.stringify(expected)}`);
}
// The server of the model has no Responses API.
const handed = await handoff(facade, 'default', OpenAIResponsesModel);
assert.equal(handed.last, 'second');
console.log(`handoff by responses: ${JSON.stringify(handed)}`);
