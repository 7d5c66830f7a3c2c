#include "toolkit/http/admission.hpp"

#include "toolkit/http/token.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace toolkit::http {

using namespace toolkit;

Admission::Admission(Rules given)
    : rules(std::move(given))
{
    for (auto* names : {&rules.hosts, &rules.origins})
        for (auto& name : *names)
            name = text::in_lower_case(name);
    constexpr int usual_port = 80;
    const std::string port = ":" + std::to_string(rules.address.port);
    std::vector<std::string> hosts = rules.hosts;
    for (const auto& name : rules.hosts)
        hosts.push_back(name + port);
    for (const std::string_view name : {"127.0.0.1", "localhost", "[::1]"}) {
        hosts.push_back(std::string(name) + port);
        if (rules.address.port == usual_port)
            hosts.emplace_back(name);
    }
    rules.hosts = std::move(hosts); // all names that a request may use, in lower case
}

// Protects against DNS rebinding: a name resolves to any address that its owner chooses, so a page
// of evil.example can reach this server by that name. Its browser then sends that name as Host.
bool Admission::is_ours(const std::string& host) const { return text::contains(rules.hosts, host); }

bool Admission::is_allowed_by_name(const std::string& origin) const
{
    return text::contains(rules.origins, text::in_lower_case(origin));
}

std::optional<HttpResponse> Admission::misdirected(const HttpHead& head) const
{
    constexpr std::string_view of_this_server = "http://";
    if (!rules.address.is_unix() && !is_ours(text::in_lower_case(head.value("host"))))
        return error_response(403, "FORBIDDEN",
            "Host " + text::in_quotes(head.value("host")) + " is not a name of this server",
            "the operator can allow it by --allow-host");
    if (!head.has("origin"))
        return std::nullopt;
    const std::string origin = text::in_lower_case(head.value("origin"));
    const bool is_own = !rules.address.is_unix() && origin.starts_with(of_this_server)
        && is_ours(origin.substr(of_this_server.size()));
    if (is_own || is_allowed_by_name(origin))
        return std::nullopt;
    return error_response(403, "FORBIDDEN",
        "web pages of " + text::in_quotes(origin) + " are not allowed here",
        "the operator can allow them by --allow-origin");
}

static std::string bearer_in(const std::string& authorization)
{
    constexpr std::string_view scheme = "bearer ";
    if (!text::in_lower_case(authorization.substr(0, scheme.size())).starts_with(scheme))
        return {};
    return std::string(text::stripped(std::string_view(authorization).substr(scheme.size())));
}

// Compares all grants, so that the time does not reveal which one matches.
const Grant* Admission::grant_of(const std::string& sha256) const
{
    const Grant* found = nullptr;
    for (const auto& grant : rules.grants)
        if (is_same_secret(sha256, grant.sha256))
            found = &grant;
    return found;
}

const Grant* Admission::grant_of(const HttpHead& head) const
{
    if (rules.grants.empty())
        return nullptr;
    return grant_of(system::sha256(bearer_in(head.value("authorization"))));
}

bool Admission::has_token(const HttpHead& head) const
{
    const bool is_open = rules.token.empty() && rules.grants.empty();
    const bool is_the_one = !rules.token.empty()
        && is_same_secret(bearer_in(head.value("authorization")), rules.token);
    return is_open || is_the_one || grant_of(head) != nullptr;
}

std::optional<HttpResponse> Admission::unauthorized(const HttpHead& head) const
{
    if (has_token(head))
        return std::nullopt;
    HttpResponse answer = error_response(401, "UNAUTHENTICATED",
        head.has("authorization") ? "wrong token" : "a token is required",
        "send 'Authorization: Bearer TOKEN'; the server names its token file when it starts");
    answer.fields.emplace_back("WWW-Authenticate",
        rules.metadata_url.empty() ? "Bearer"
                                   : "Bearer resource_metadata=\"" + rules.metadata_url + "\"");
    return answer;
}

std::optional<HttpResponse> Admission::preflight(const HttpHead& head) const
{
    if (head.method != "OPTIONS" || !is_allowed_by_name(head.value("origin"))
        || !head.has("access-control-request-method"))
        return std::nullopt;
    return HttpResponse {204,
        {{"Access-Control-Allow-Methods", rules.cross_origin.methods},
            {"Access-Control-Allow-Headers", rules.cross_origin.fields},
            {"Access-Control-Max-Age", "600"}}};
}

HttpFields Admission::fields_for(const HttpHead& head) const
{
    const std::string origin = head.value("origin");
    if (!head.has("origin") || !is_allowed_by_name(origin))
        return {};
    return {{"Access-Control-Allow-Origin", origin}, {"Vary", "Origin"},
        {"Access-Control-Expose-Headers", rules.cross_origin.exposed}};
}

}
