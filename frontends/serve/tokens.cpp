#include "frontends/serve/tokens.hpp"
#include "frontends/serve/serve.hpp"

#include "agent/calls/protection.hpp"
#include "frontends/serve/settings.hpp"
#include "runner/options/option_values.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/http/token.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <sstream>

namespace frontends::serve {

using namespace runner;

static constexpr const char* names_of_scopes
    = "read, run and approve cover what the client has begun; read:all, run:all and approve:all "
      "cover everything";

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

static bool is_name_of_token(const std::string& name)
{
    return !name.empty() && name.size() <= 64 && text::name_length(name, "._-") == name.size();
}

// Marks the lines whose scopes cover what their client has begun. Lines without it are older, and
// their scopes cover everything, as they did when they were written.
static constexpr std::string_view hash_prefix = "sha256:";

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
        throw ToolError(Code::bad_request, "it is not NAME SCOPES sha256:HASH",
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

static std::string text_of_tokens(const File& file, const std::string& path)
{
    constexpr std::size_t max_bytes = 1 << 20;
    const struct stat status = system::status_of(file, path);
    if (!S_ISREG(status.st_mode) || status.st_uid != geteuid()
        || (status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        throw ToolError(Code::bad_request,
            "the file of tokens " + text::in_quotes(path)
                + " is not a regular file of yours with mode 0600",
            "chmod 600 it, if nobody else has written it");
    return system::read_whole(file, path, max_bytes);
}

static File opened_tokens(const std::string& path, int flags)
{
    agent::calls::refuse_link_out(path, "the file of tokens");
    File file(open(path.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, S_IRUSR | S_IWUSR));
    if (!file)
        throw ToolError(Code::bad_request,
            system::system_error("cannot use the file of tokens " + text::in_quotes(path)).message);
    return file;
}

std::vector<http::Grant> grants_of(const std::string& path)
{
    std::vector<http::Grant> grants
        = grants_in(text_of_tokens(opened_tokens(path, O_RDONLY), path));
    if (grants.empty())
        throw ToolError(Code::bad_request,
            "the file of tokens " + text::in_quotes(path) + " has none",
            "'agentcli serve token NAME SCOPES' adds one");
    return grants;
}

int run_serve_token(const options::Options& options)
{
    const std::string& name = options.words.at(0);
    if (!is_name_of_token(name))
        throw ToolError(Code::bad_request, text::in_quotes(name) + " is no name of a token",
            "1 to 64 of a-z A-Z 0-9 . _ -");
    if (scopes_in(options.words.at(1)) == Scope::none)
        throw ToolError(Code::bad_request, "a token needs a scope", names_of_scopes);
    const File file
        = opened_tokens(options.own.of<ServeOptions>().tokens, O_RDWR | O_CREAT | O_APPEND);
    const std::string before = text_of_tokens(file, options.own.of<ServeOptions>().tokens);
    for (const auto& grant : grants_in(before))
        if (grant.name == name)
            throw ToolError(Code::already_exists, "there is a token " + text::in_quotes(name),
                "remove its line first");
    const std::string token = http::new_token();
    const std::string newline = before.empty() || before.ends_with('\n') ? "" : "\n";
    system::write_whole(file, options.own.of<ServeOptions>().tokens,
        newline + name + " " + options.words.at(1) + " " + std::string(hash_prefix)
            + system::sha256(token) + "\n");
    terminal::print(token + "\n");
    return 0;
}

}
