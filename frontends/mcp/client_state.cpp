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

bool opens_urls(const Json& capabilities)
{
    return json::member(json::member(capabilities, "elicitation"), "url").is_object();
}

void set_capabilities(ClientState& state, const Json& capabilities)
{
    state = {};
    state.answers_forms = answers_forms(capabilities);
    state.opens_urls = opens_urls(capabilities);
    state.has_roots = json::member(capabilities, "roots").is_object();
}

}
