#pragma once

namespace agent::model {

// What is spoken to a server.
enum class Wire { chat_completions, responses };

// What the operator wants to be spoken: by itself chat completions, and Responses from where the
// server says that it takes a request there alone.
enum class Api { automatic, chat, responses };

// Whether messages are marked for the cache of a server that wants that (cache_control): automatic
// is for servers and models that are known to.
enum class PromptCache { automatic, off, on };

}
