#include "frontends/serve/token_lines.hpp"

#include "frontends/serve/caller.hpp"
#include "runner/options/option_values.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <map>
#include <sstream>

namespace frontends::serve {

using namespace runner;

static const std::map<std::string, unsigned>& scope_names()
{
    static const std::map<std::string, unsigned> names {{"read", Scope::read}, {"run", Scope::run},
        {"approve", Scope::approve}, {"read:all", Scope::read_all}, {"run:all", Scope::run_all},
        {"approve:all", Scope::approve_all}};
    return names;
}

unsigned scopes_in(std::string_view text)
{
    std::vector<std::string> known;
    for (const auto& [name, scope] : scope_names())
        known.push_back(name);
    unsigned scopes = 0;
    for (const auto& name : options::parse_names(text)) {
        const auto found = scope_names().find(name);
        if (found == scope_names().end())
            throw ToolError(Code::bad_request, "there is no scope " + text::in_quotes(name),
                text::did_you_mean(name, known, names_of_scopes));
        scopes |= found->second;
    }
    return scopes;
}

bool is_name_of_token(const std::string& name)
{
    return !name.empty() && name.size() <= 64 && text::name_length(name, "._-") == name.size();
}

// Marks lines whose scopes cover only the objects that their client has begun. The scopes of older
// lines, without this prefix, cover all objects.
static constexpr std::string_view hash_prefix = "sha256:";

std::string token_line(
    const std::string& name, const std::string& scopes, const std::string& sha256)
{
    return name + " " + scopes + " " + std::string(hash_prefix) + sha256 + "\n";
}

static unsigned with_all(unsigned scopes)
{
    for (const unsigned all : {Scope::read_all, Scope::run_all, Scope::approve_all})
        if ((scopes & all) != 0)
            scopes |= all;
    return scopes;
}

static http::Grant grant_in(const std::string& text)
{
    constexpr std::size_t hash_digits = 64;
    std::istringstream words(text);
    http::Grant grant;
    std::string scopes;
    std::string more;
    words >> grant.name >> scopes >> grant.sha256;
    const bool has_prefix = grant.sha256.starts_with(hash_prefix);
    if (has_prefix)
        grant.sha256.erase(0, hash_prefix.size());
    const bool is_hash = grant.sha256.size() == hash_digits
        && grant.sha256.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (!is_name_of_token(grant.name) || !is_hash || words >> more)
        throw ToolError(Code::bad_request, "expected NAME SCOPES sha256:HASH",
            "'agentcli serve token NAME SCOPES' writes such a line");
    grant.scopes = scopes_in(scopes);
    if (!has_prefix)
        grant.scopes = with_all(grant.scopes);
    return grant;
}

static void add_grant(std::vector<http::Grant>& grants, http::Grant grant)
{
    for (const auto& other : grants)
        if (other.sha256 == grant.sha256)
            throw ToolError(Code::bad_request, text::in_quotes(other.name) + " has the same token",
                "remove one of the lines");
    grants.push_back(std::move(grant));
}

std::vector<http::Grant> grants_in(std::string_view text)
{
    std::vector<http::Grant> grants;
    std::istringstream stream {std::string(text)};
    std::size_t number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        const std::string_view stripped = text::stripped(line);
        if (stripped.empty() || stripped.starts_with('#'))
            continue;
        try {
            add_grant(grants, grant_in(std::string(stripped)));
        } catch (const ToolError& error) {
            throw ToolError(Code::bad_request,
                "the tokens, line " + std::to_string(number) + ": " + error.message, error.hint);
        }
    }
    return grants;
}

}
