#include "frontends/agents/gate.hpp"

namespace frontends::agents {

static calls::Decision refusal(const char* reason, const char* hint, Code code = Code::conflict)
{
    return {false, reason, "", hint, code};
}

std::optional<calls::Decision> Gate::ask(calls::CallId id, const calls::PreparedCall& call)
{
    const std::string& name = call.tool->name;
    if (call.is_asked_by_hook)
        return refusal("a hook demands that the operator is asked, and nobody can be asked in an "
                       "investigation",
            "do without it", Code::permission_denied);
    if (is_last)
        return name == report_name
            ? calls::Decision()
            : refusal("a limit of the investigation is reached", "call report now");
    has_begun = has_begun || name == scratchpad_name;
    if (!has_begun)
        return refusal("the scratchpad comes first",
            "call scratchpad with what is to be found out, then this again");
    if (name != scratchpad_name && name != report_name)
        ++count;
    return call.needs_approval ? inner.ask(id, call) : calls::Decision();
}

}
