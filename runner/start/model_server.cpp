#include "runner/start/model_server.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/no_proxy.hpp"
#include "toolkit/web/url.hpp"

#include <algorithm>

namespace runner::start {

using namespace toolkit;

model::Server server_of(const ServerConfig& config, model::Trace& trace)
{
    const web::Url url = web::parse_url(config.base_url);
    if (!config.key_variable.empty() && config.api_key.empty())
        throw ToolError(Code::bad_request,
            "the variable that --env-key or 'env-key' of a profile names is not set, so nothing "
            "was sent", // the name may be the key itself
            "export NAME=KEY sets the variable NAME");
    const auto has_key = [](const std::string& header) {
        return text::in_lower_case(header.substr(0, header.find(':'))) == "authorization";
    };
    if (url.host == "api.openai.com" && config.api_key.empty()
        && std::none_of(config.headers.begin(), config.headers.end(), has_key))
        throw ToolError(Code::bad_request,
            "there is no key for " + web::authority(url) + ", so nothing was sent",
            "OAI_API_KEY sets it; OAI_BASE_URL or --base-url names another server");
    if (!config.verify)
        trace.note("--no-verify: the server's certificate is not checked: whoever is in between "
                   "can read and change "
                   "everything");
    return {{url, web::proxy_of(url), config.ca_file,
                config.verify ? web::Verify::on : web::Verify::off},
        config.headers, config.api_key, config.timeout, config.idle_timeout, config.retries,
        config.api, config.prompt_cache, {}, config.wants_pause};
}

bool is_on_this_machine(const std::string& url)
{
    try {
        return web::is_loopback(web::parse_url(url).host);
    } catch (const ToolError&) {
        return false;
    }
}

const std::string& named_model(const std::string& name)
{
    if (name.empty())
        throw ToolError(Code::bad_request, "no model is named, so nothing was sent",
            "--model NAME, OAI_MODEL or a profile names it; 'agentcli models' lists those of the "
            "server, 'agentcli help providers' shows servers");
    return name;
}

}
