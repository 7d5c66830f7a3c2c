#pragma once

namespace agent::model {

// The API in use with a server.
enum class Wire { chat_completions, responses };

// The API that the operator chose. With `automatic`, requests use chat completions, and the
// Responses API once the server says that it accepts a request only there.
enum class Api { automatic, chat, responses };

// Marks messages for the cache of a server that requires marks (cache_control). With `automatic`,
// only for servers and models that are known to require them.
enum class PromptCache { automatic, off, on };

}
