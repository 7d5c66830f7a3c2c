#include "frontends/serve/tokens.hpp"
#include "frontends/serve/serve.hpp"

#include "agent/calls/protection.hpp"
#include "frontends/serve/settings.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/http/token.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace frontends::serve {

using namespace runner;

static std::string secrets_in(const File& file, const std::string& path, const std::string& what)
{
    constexpr std::size_t max_bytes = 1 << 20;
    const struct stat status = system::status_of(file, path);
    if (!S_ISREG(status.st_mode) || status.st_uid != geteuid()
        || (status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        throw ToolError(Code::bad_request,
            what + " " + text::in_quotes(path) + " is not a regular file of yours with mode 0600",
            "chmod 600 it, if nobody else has written it");
    return system::read_whole(file, path, max_bytes);
}

static File opened_secrets(const std::string& path, const std::string& what, int flags)
{
    agent::calls::refuse_link_out(path, what);
    File file(open(path.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, S_IRUSR | S_IWUSR));
    if (!file)
        throw ToolError(Code::bad_request,
            system::system_error("cannot use " + what + " " + text::in_quotes(path)).message);
    return file;
}

std::string read_secret_file(const std::string& path, const std::string& what)
{
    return secrets_in(opened_secrets(path, what, O_RDONLY), path, what);
}

static constexpr const char* file_of_tokens = "the file of tokens";

std::vector<http::Grant> grants_of(const std::string& path)
{
    std::vector<http::Grant> grants = grants_in(read_secret_file(path, file_of_tokens));
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
    const std::string& path = options.own.of<ServeOptions>().tokens;
    const File file = opened_secrets(path, file_of_tokens, O_RDWR | O_CREAT | O_APPEND);
    const std::string before = secrets_in(file, path, file_of_tokens);
    for (const auto& grant : grants_in(before))
        if (grant.name == name)
            throw ToolError(Code::already_exists, "there is a token " + text::in_quotes(name),
                "remove its line first");
    const std::string token = http::new_token();
    const std::string newline = before.empty() || before.ends_with('\n') ? "" : "\n";
    system::write_whole(
        file, path, newline + token_line(name, options.words.at(1), system::sha256(token)));
    terminal::print(token + "\n");
    return 0;
}

}
