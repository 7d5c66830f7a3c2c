#include "frontends/workflow/batch.hpp"

#include "agent/loop/run_result.hpp"
#include "runner/terminal/trial.hpp"
#include "toolkit/text/text.hpp"

#include <charconv>

namespace frontends::workflow {

int batch_status(const FlowEnd& end, bool has_met_trouble)
{
    if (end.exit_status == 0)
        return 0;
    const bool lacks_room = end.error && end.error->code == Code::no_space;
    const bool may_pass = end.reason == "interrupted" || end.reason == "max-seconds"
        || end.reason == "timed-out" || (end.reason == "failed" && (has_met_trouble || lacks_room));
    return may_pass ? status_of_passing_failure : static_cast<int>(loop::Reason::failed);
}

int batch_status(const ToolError& error)
{
    return error.code == Code::conflict || error.code == Code::no_space
            || error.code == Code::timed_out
        ? status_of_passing_failure
        : static_cast<int>(loop::Reason::misused);
}

void BatchOutput::note(std::string_view text)
{
    event(channel::Note {std::string(text)}, Stream::err);
}

std::optional<calls::Decision> NobodyAsked::ask(
    calls::CallId /*id*/, const calls::PreparedCall& call)
{
    if (when == calls::Approve::edits && calls::may_be_plain_edit(call))
        if (auto accepted = terminal::accepted_edit(when, call, terminal::trial_of(call, cancel)))
            return accepted;
    return calls::Decision {.is_yes = false,
        .reason = "nobody can be asked: there is no operator in batch mode",
        .record = "no: batch"};
}

std::optional<Shard> shard_of(std::string_view text)
{
    if (text.empty())
        return std::nullopt;
    constexpr std::uint64_t max_count = 1'000'000;
    Shard shard;
    const char* const end = text.data() + text.size();
    const auto number = std::from_chars(text.data(), end, shard.number);
    const bool has_slash = number.ec == std::errc() && number.ptr != end && *number.ptr == '/';
    const auto count
        = has_slash ? std::from_chars(number.ptr + 1, end, shard.count) : std::from_chars_result {};
    if (!has_slash || count.ec != std::errc() || count.ptr != end || shard.count > max_count
        || shard.number >= shard.count)
        throw ToolError(Code::bad_request, text::in_quotes(text) + " is not a shard",
            "such as 0/4, up to 3/4: which of how many");
    return shard;
}

}
