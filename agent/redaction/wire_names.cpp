#include "agent/redaction/wire_names.hpp"

#include "toolkit/text/characters.hpp"

#include <algorithm>
#include <array>

namespace agent::redaction {

using namespace toolkit;

bool is_part_of_documents(std::string_view name)
{
    static constexpr std::array names {// messages, and what is sent and answered with them
        "role", "content", "name", "tool_calls", "tool_call_id", "id", "type", "function",
        "arguments", "refusal", "reasoning", "reasoning_content", "model", "messages", "tools",
        "parameters", "choices", "message", "delta", "index", "finish_reason", "usage", "embedding",
        "embeddings", "temperature", "stream", "stream_options", "response_format", "input", "data",
        // sessions and recordings
        "ts", "summary", "first", "count", "asked", "anew",
        // events
        "event", "text", "step", "steps", "tool", "call", "calls", "result", "answer", "error",
        "hint", "code", "notRun", "exitReason", "finishReason", "exitStatus",
        // the audit
        "seq", "prev", "run", "argv", "cwd", "exit", "signal", "ms", "stdoutBytes", "stderrBytes",
        "truncated", "requestSha256", "answerSha256", "repairs", "approval", "failure", "sandbox",
        "runsLater", "runsLaterMore", "runsLaterIncomplete", "gitObeys", "gitObeysMore",
        "gitObeysIncomplete", "gitObeysIncompleteReason", "gitRemoved", "gitRemovedMore",
        "temporaryFilesLeft", "end"};
    return std::any_of(names.begin(), names.end(),
        [&](std::string_view known) { return text::is_equal_but_case(name, known); });
}

}
