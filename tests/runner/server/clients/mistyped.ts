// Compiles only if each line after an @ts-expect-error does not.
import type { components, paths } from './types';

type Schemas = components['schemas'];
type Event = Schemas['Event'];

export const requests: Schemas['RunRequest'][] = [
  // @ts-expect-error: an unknown field
  { prompt: 'x', hostTool: [] },
  // @ts-expect-error: neither a prompt nor a workflow
  { session: 'desk' },
  // @ts-expect-error: a host tool needs a schema
  { prompt: 'x', hostTools: [{ name: 'a', description: '' }] },
  // @ts-expect-error: not a value of this field
  { prompt: 'x', approve: 'sometimes' },
];
export const answers: Schemas['Answer'][] = [
  // @ts-expect-error: not a value of this field
  { id: 'a1', verdict: 'maybe' },
  // @ts-expect-error: neither a verdict nor another kind of answer
  { id: 'a1' },
];
export function read(event: Event) {
  // @ts-expect-error: only an ask has a kind
  event.kind;
  if (event.event === 'text') {
    // @ts-expect-error: null if the event was too long
    event.text.length;
    // @ts-expect-error: a field of another event
    event.tool;
  }
  // @ts-expect-error: not the name of an event
  if (event.event === 'texts')
    return;
  if (event.event === 'ask' && event.kind === 'hostTool')
    // @ts-expect-error: a field of another ask
    event.dryRun;
}
export const query: paths['/v1/runs']['get']['parameters']['query'] = {
  // @ts-expect-error: a string instead of a number
  limit: '5',
};
export function chosen(profiles: Schemas['Profiles']) {
  // @ts-expect-error: a profile has no model
  return profiles.profiles[0].model;
}
