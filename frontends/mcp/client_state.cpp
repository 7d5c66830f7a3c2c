#include "frontends/mcp/client_state.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"

namespace frontends::mcp {

bool answers_forms(const Json& capabilities)
{
    const Json& elicitation = json::member(capabilities, "elicitation");
    return elicitation.is_object()
        && (json::member(elicitation, "form").is_object() || !elicitation.contains("url"));
}

void set_capabilities(ClientState& state, const Json& capabilities)
{
    state = {};
    state.answers_forms = answers_forms(capabilities);
    state.has_roots = json::member(capabilities, "roots").is_object();
}

}
