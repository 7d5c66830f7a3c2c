#include "agent/oauth/token.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <chrono>

namespace agent::oauth {

std::string Account::key() const
{
    return system::sha256(
        Json::array({source, name, url}).dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::int64_t now_in_seconds()
{
    return std::chrono::duration_cast<std::chrono::seconds>(
        std::chrono::system_clock::now().time_since_epoch())
        .count();
}

bool Token::is_due(std::int64_t now) const
{
    constexpr std::int64_t usual_margin = 60;
    constexpr std::int64_t part = 5;
    if (!expires)
        return false;
    const std::int64_t life = std::max<std::int64_t>(*expires - obtained, 0);
    return now >= *expires - std::min(usual_margin, life / part);
}

// True if a token can be sent in an HTTP header (RFC 6750, 2.1).
static bool is_sound_token(const std::string& token)
{
    return !token.empty() && token.size() <= max_token
        && std::all_of(token.begin(), token.end(), [](char c) { return c > ' ' && c < 0x7f; });
}

// Sets `expires` from the lifetime in a reply, which counts from `obtained`.
static void take_expiry(Token& token, const Json& document)
{
    constexpr std::int64_t max_life = 10LL * 365 * 24 * 3600;
    token.expires.reset();
    const Json& life = json::member(document, "expires_in");
    if (!life.is_number())
        return;
    const double seconds = std::clamp(life.get<double>(), 0.0, static_cast<double>(max_life));
    token.expires = token.obtained + static_cast<std::int64_t>(seconds);
}

void take_token_reply(Token& token, const Fetch::Reply& reply)
{
    const std::string server = "the authorization server " + text::in_quotes(token.issuer);
    if (reply.status != 200)
        throw ToolError(
            Code::permission_denied, server + " gives no token: " + error_in(reply).text);
    const Json document = json::parse_bounded(reply.body);
    const std::string access = json::string_member(document, "access_token");
    const std::string refresh = json::string_member(document, "refresh_token");
    if (!is_sound_token(access) || (!refresh.empty() && refresh.size() > max_token))
        throw ToolError(Code::bad_request, server + " replies without a usable access token");
    if (text::in_lower_case(json::string_member(document, "token_type")) != "bearer")
        throw ToolError(Code::bad_request,
            server + " gives a token of another type than Bearer, which agentcli does not support");
    const std::string scope = json::string_member(document, "scope");
    if (scope.size() > max_scopes)
        throw ToolError(Code::bad_request, server + " grants more than 4 KiB of scopes");
    token.access = access;
    if (!refresh.empty())
        token.refresh = refresh;
    token.obtained = now_in_seconds();
    take_expiry(token, document);
    if (!scope.empty())
        token.granted = sound_scopes(scope);
    else if (token.granted.empty())
        token.granted = token.requested;
}

FormFields renewal_fields(const Token& token)
{
    FormFields fields {
        {"grant_type", token.is_client_credentials ? "client_credentials" : "refresh_token"}};
    if (!token.is_client_credentials)
        fields.emplace_back("refresh_token", token.refresh);
    else if (!token.requested.empty())
        fields.emplace_back("scope", token.requested);
    fields.emplace_back("resource", token.resource);
    return fields;
}

std::vector<std::string> audiences_in(const std::string& token)
{
    const std::size_t begin = token.find('.');
    const std::size_t end = begin == std::string::npos ? begin : token.find('.', begin + 1);
    if (end == std::string::npos)
        return {};
    const auto payload = from_base64url(token.substr(begin + 1, end - begin - 1));
    if (!payload)
        return {};
    try {
        const Json claims = json::parse_bounded(*payload);
        const Json& audience = json::member(claims, "aud");
        std::vector<std::string> audiences;
        for (const Json& one : audience.is_array() ? audience : Json::array({audience}))
            if (one.is_string())
                audiences.push_back(one);
        return audiences;
    } catch (const ToolError&) { // not a JWT
        return {};
    }
}

}
