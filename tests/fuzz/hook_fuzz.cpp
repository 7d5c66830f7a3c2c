#include "fuzz.hpp"

#include "agent/calls/hook.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <string>

using namespace agent::calls;

static void read_hooks(std::string_view text)
try {
    const auto hooks
        = hooks_in(toolkit::json::parse_bounded(text), {.path = "f", .is_of_workspace = true});
    for (const Hook& hook : hooks) {
        must(!hook.command.empty() && !hook.command.front().empty());
        must(hook.sandbox != HookSandbox::none);
        must(hook.timeout.count() >= 1000 && hook.timeout.count() <= 60'000);
        (void)hook.is_about("exec");
    }
} catch (const toolkit::system::ToolError&) { // says what is wrong
}

// What a workspace declares is a hook in a sandbox, or refused. What a hook replies has a limit; a
// reply that has failed denies nothing by itself.
void fuzz(std::string_view input)
{
    static const agent::redaction::Redaction redaction((agent::redaction::Secrets()));
    read_hooks(input);
    const std::string text(input);
    for (const HookEvent event :
        {HookEvent::before_call, HookEvent::after_call, HookEvent::on_stop})
        for (const int status : {0, 1, 2}) {
            const Hook hook {.event = event, .command = {"x"}};
            const HookReply reply = hook_reply_of(hook,
                {.end = End::exited, .status = status, .output = text, .errors = text}, nullptr,
                redaction);
            must(!reply.denies || event != HookEvent::after_call);
            must(status != 1 || !reply.failure.empty());
            must(reply.failure.empty() || !reply.denies);
            must(reply.note.size() <= max_hook_text && reply.reason.size() <= max_hook_text);
            must(toolkit::text::is_utf8(reply.note) && toolkit::text::is_utf8(reply.reason));
        }
}
