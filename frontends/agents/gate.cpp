#include "frontends/agents/gate.hpp"

namespace frontends::agents {

static calls::Decision refusal(const char* reason, const char* hint)
{
    return {false, reason, "", hint, Code::conflict};
}

std::optional<calls::Decision> Gate::ask(calls::CallId id, const calls::PreparedCall& call)
{
    const std::string& name = call.tool->name;
    if (is_last && name != report_name)
        return refusal("a limit of the investigation is reached", "call report now");
    has_begun = has_begun || is_last || name == scratchpad_name;
    if (!has_begun)
        return refusal("the scratchpad comes first",
            "call scratchpad with what is to be found out, then this again");
    const bool is_function = name == scratchpad_name || name == report_name;
    if (!is_function)
        ++count;
    const bool is_asked = is_function ? call.needs_approval || call.is_asked_by_hook
                                      : calls::is_asked_about(call, inner);
    return is_asked ? inner.ask(id, call) : calls::Decision();
}

}
