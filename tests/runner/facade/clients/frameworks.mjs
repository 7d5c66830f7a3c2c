// Frameworks work with the façade as with the model server: frameworks.mjs URL TOKEN NPM MODEL.
// LangGraph's agent makes two rounds of calls and replays a checkpoint; an agent of the OpenAI
// Agents SDK hands over to another agent. The results are compared with the results of the same
// program with MODEL, the base URL of the model server.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

const [server, token, npm, direct] = process.argv.slice(2);
const require = createRequire(`${npm}/package.json`);
const { ChatOpenAI } = require('@langchain/openai');
const { tool } = require('@langchain/core/tools');
const { createReactAgent } = require('@langchain/langgraph/prebuilt');
const { MemorySaver } = require('@langchain/langgraph');
const {
  Agent, run, setTracingDisabled, OpenAIChatCompletionsModel, OpenAIResponsesModel,
  tool: functionTool,
} = require('@openai/agents');
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
  const ask = (content) => agent.invoke({ messages: [{ role: 'user', content }] }, config);
  const end = await ask('call look {"page":1}');
  const texts = end.messages.map((message) => [message.getType(), message.text ?? message.content]);
  // Replays the checkpoint before the last request, and asks another question.
  const history = [];
  for await (const state of agent.getStateHistory(config)) history.push(state);
  const before = history.find(
    ({ next }) => next.includes('agent') || next.includes('model_request'),
  );
  const again = await agent.invoke(null, before.config);
  const more = await ask('and now?');
  return {
    texts, looked: [...looked], again: again.messages.at(-1).content,
    more: more.messages.at(-1).content,
  };
}

async function handoff(baseURL, name, Model) {
  const model = new Model(new OpenAI({ baseURL, apiKey: token }), name);
  const stock = functionTool({
    name: 'stock', description: 'The stock', parameters: z.object({ page: z.number() }),
    execute: async () => 'nine',
  });
  const second = new Agent({
    name: 'second', instructions: 'You are the second.', tools: [stock], model,
  });
  const first = new Agent({
    name: 'first', instructions: 'You are the first.', handoffs: [second], model,
  });
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
