#include "agent/oauth/authorization.hpp"

#include "agent/oauth/encoding.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

namespace agent::oauth {

static constexpr const char* offline_scope = "offline_access";

std::string scopes_to_request(const Settings& settings, const ScopeSources& sources)
{
    if (!settings.scopes.empty())
        return joined_words(settings.scopes);
    std::string scopes = united_words(sources.challenged, sources.wanted);
    if (scopes.empty())
        scopes = sound_scopes(joined_words(sources.of_resource));
    if (!settings.is_client_credentials && text::contains(sources.of_server, offline_scope))
        scopes = united_words(scopes, offline_scope);
    if (scopes.size() > max_scopes)
        throw ToolError(
            Code::too_large, "the scopes have more than " + std::to_string(max_scopes) + " bytes");
    return scopes;
}

std::string authorization_url(const AuthorizationRequest& request)
{
    FormFields fields {{"response_type", "code"}, {"client_id", request.client_id},
        {"redirect_uri", request.redirect_uri},
        {"code_challenge", s256_challenge(request.verifier)}, {"code_challenge_method", "S256"},
        {"state", request.state}, {"resource", request.resource}};
    if (!request.scopes.empty())
        fields.emplace_back("scope", request.scopes);
    // OpenID Connect issues a refresh token only with this parameter.
    if (text::contains(words_of(request.scopes), offline_scope))
        fields.emplace_back("prompt", "consent");
    const bool has_query = request.endpoint.find('?') != std::string::npos;
    std::string url = request.endpoint + (has_query ? "&" : "?") + form_text(fields);
    if (url.size() > max_url)
        throw ToolError(Code::too_large, "the authorization URL has more than 8 KiB");
    return url;
}

static void check_issuer(const FormFields& fields, const AuthorizationRequest& request)
{
    const auto issuer = field_of_form(fields, "iss");
    if (!issuer && request.sends_issuer)
        throw ToolError(Code::permission_denied,
            "the response does not name its issuer, which the authorization server promises: it "
            "may be of another server");
    if (issuer && *issuer != request.issuer)
        throw ToolError(Code::permission_denied,
            "the response is not of the issuer " + text::in_quotes(request.issuer)
                + ": it is not used");
}

std::optional<std::string> code_in(std::string_view query, const AuthorizationRequest& request)
{
    constexpr std::size_t max_quote = 500;
    const FormFields fields = fields_of_form(query);
    const auto state = field_of_form(fields, "state");
    if (!state || request.state.empty() || *state != request.state)
        return std::nullopt;
    check_issuer(fields, request);
    if (const auto error = field_of_form(fields, "error")) {
        const std::string why = field_of_form(fields, "error_description").value_or("");
        throw ToolError(Code::permission_denied,
            "the authorization server refuses: "
                + text::shortened(
                    text::printable(*error + (why.empty() ? "" : ": " + why)), max_quote));
    }
    auto code = field_of_form(fields, "code");
    if (!code || code->empty())
        throw ToolError(Code::permission_denied, "the response has neither a code nor an error");
    return code;
}

std::string pasted_query(std::string_view text)
{
    text = text::stripped(text);
    text = text.substr(0, text.find('#'));
    const std::size_t question = text.find('?');
    return std::string(question == std::string_view::npos ? text : text.substr(question + 1));
}

std::optional<std::string> callback_query(std::string_view target)
{
    constexpr std::string_view path = "/callback";
    if (!target.starts_with(path))
        return std::nullopt;
    target.remove_prefix(path.size());
    if (target.empty())
        return std::string();
    return target.front() == '?' ? std::optional(std::string(target.substr(1))) : std::nullopt;
}

}
