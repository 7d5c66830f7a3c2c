#include "toolkit/http/token.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/system/random.hpp"
#include "toolkit/text/percent_encoding.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace toolkit::http {

using namespace toolkit;

static ToolError unusable(const std::string& path, const std::string& why)
{
    return {Code::bad_request, "the token file " + text::in_quotes(path) + " " + why,
        "remove it to create a new one, or name another one with --token-file"};
}

std::string new_token()
{
    std::array<unsigned char, 32> random {};
    system::fill_randomly(random, "a token");
    return text::hexadecimal(random);
}

static Token written_token(const File& file, const std::string& path)
{
    Token token {new_token(), true};
    try {
        system::write_whole(file, path, token.text + "\n");
    } catch (const ToolError&) {
        unlink(path.c_str());
        throw;
    }
    return token;
}

static bool is_token(std::string_view text)
{
    constexpr std::size_t min_length = 32;
    constexpr std::string_view letters // RFC 6750
        = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/=";
    return text.size() >= min_length && text.find_first_not_of(letters) == std::string_view::npos;
}

Token token_in(const std::string& path)
{
    constexpr int flags = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
    const File made(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | flags, S_IRUSR | S_IWUSR));
    if (made)
        return written_token(made, path);
    const File file(errno == EEXIST ? open(path.c_str(), O_RDONLY | flags) : -1);
    if (!file)
        throw ToolError(Code::bad_request,
            system::system_error("cannot use the token file " + text::in_quotes(path)).message);
    const struct stat status = system::status_of(file, path);
    constexpr mode_t permissions = 07777;
    if (!S_ISREG(status.st_mode) || status.st_uid != geteuid()
        || (status.st_mode & permissions) != (S_IRUSR | S_IWUSR))
        throw unusable(path, "is not a regular file of yours with mode 0600");
    constexpr std::size_t max_bytes = 4096;
    const std::string text = system::read_whole(file, path, max_bytes);
    const std::string token(text::stripped(text));
    if (!is_token(token))
        throw unusable(path, "does not hold a token of at least 32 characters");
    return {token};
}

std::string usual_token_file(const std::string& server, int port)
{
    const std::string directory = system::runtime_directory();
    if (directory.empty())
        throw ToolError(Code::bad_request,
            "XDG_RUNTIME_DIR, the directory for the token file, is not set",
            "name a file with --token-file");
    mkdir(directory.c_str(), S_IRWXU); // usually exists already
    return directory + "/" + server + "-" + std::to_string(port) + ".token";
}

// Compares hashes, which have the same length. The position of the first difference reveals nothing
// about the secret.
bool is_same_secret(std::string_view one, std::string_view other)
{
    const std::string left = system::sha256(one);
    const std::string right = system::sha256(other);
    unsigned char difference = 0;
    for (std::size_t at = 0; at < left.size(); ++at)
        difference |= static_cast<unsigned char>(left[at] ^ right[at]);
    return difference == 0;
}

}
