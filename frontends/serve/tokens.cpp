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

static const std::map<std::string, unsigned>& scope_names()
{
    static const std::map<std::string, unsigned> names {
        {"read", Scope::read}, {"run", Scope::run}, {"approve", Scope::approve}};
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
                text::did_you_mean(name, known, "the scopes are read, run and approve"));
        scopes |= found->second;
    }
    return scopes;
}

static bool is_name_of_token(const std::string& name)
{
    return !name.empty() && name.size() <= 64 && text::name_length(name, "._-") == name.size();
}

namespace {

struct TokenLine {
    std::string name;
    http::Grant grant;
};

}

static TokenLine line_in(const std::string& text)
{
    constexpr std::size_t hash_digits = 64;
    std::istringstream words(text);
    TokenLine line;
    std::string scopes;
    std::string more;
    words >> line.name >> scopes >> line.grant.sha256;
    const bool is_hash = line.grant.sha256.size() == hash_digits
        && line.grant.sha256.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (!is_name_of_token(line.name) || !is_hash || words >> more)
        throw ToolError(Code::bad_request, "it is not NAME SCOPES SHA256",
            "'agentcli serve token NAME SCOPES' writes such a line");
    line.grant.scopes = scopes_in(scopes);
    return line;
}

static std::vector<TokenLine> lines_in(std::string_view text)
{
    std::vector<TokenLine> lines;
    std::istringstream stream {std::string(text)};
    std::size_t number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        const std::string_view stripped = text::stripped(line);
        if (stripped.empty() || stripped.starts_with('#'))
            continue;
        try {
            lines.push_back(line_in(std::string(stripped)));
        } catch (const ToolError& error) {
            throw ToolError(Code::bad_request,
                "the tokens, line " + std::to_string(number) + ": " + error.message, error.hint);
        }
    }
    return lines;
}

std::vector<http::Grant> grants_in(std::string_view text)
{
    std::vector<http::Grant> grants;
    for (auto& line : lines_in(text))
        grants.push_back(std::move(line.grant));
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
        throw ToolError(Code::bad_request, "a token needs a scope", "read, run or approve");
    const File file
        = opened_tokens(options.own.of<ServeOptions>().tokens, O_RDWR | O_CREAT | O_APPEND);
    const std::string before = text_of_tokens(file, options.own.of<ServeOptions>().tokens);
    for (const auto& line : lines_in(before))
        if (line.name == name)
            throw ToolError(Code::already_exists, "there is a token " + text::in_quotes(name),
                "remove its line first");
    const std::string token = http::new_token();
    const std::string newline = before.empty() || before.ends_with('\n') ? "" : "\n";
    system::write_whole(file, options.own.of<ServeOptions>().tokens,
        newline + name + " " + options.words.at(1) + " " + system::sha256(token) + "\n");
    terminal::print(token + "\n");
    return 0;
}

}
