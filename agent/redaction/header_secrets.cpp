#include "agent/redaction/header_secrets.hpp"

#include "agent/redaction/secret_names.hpp"
#include "agent/redaction/token_formats.hpp"
#include "toolkit/text/lower_case.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace agent::redaction {

using namespace toolkit;

static std::string_view behind_first(std::string_view text, char mark)
{
    const std::size_t at = text.find(mark);
    return at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
}

static void add_cookies(std::string_view value, std::vector<std::string>& secrets)
{
    static constexpr std::size_t shortest_key = 8; // others are words such as "english"
    while (!value.empty()) {
        const std::string_view cookie = text::stripped(value.substr(0, value.find(';')));
        value = behind_first(value, ';');
        const std::string_view secret = behind_first(cookie, '=');
        if (value.empty() || (secret.size() >= shortest_key && has_digit_and_letter(secret)))
            secrets.emplace_back(secret.empty() ? cookie : secret);
    }
}

// `name` in lower case, with underscores.
static bool has_secret(const std::string& name, std::string_view value)
{
    if (name == "authorization" || name == "proxy_authorization" || is_secret_name(name))
        return true;
    const bool is_session
        = name == "session" || name.ends_with("_session") || name.ends_with("session_id");
    return (is_session || may_be_secret_name(name)) && !is_word_or_number(value);
}

std::vector<std::string> secrets_of_header(std::string_view header)
{
    const std::string_view value = text::stripped(behind_first(header, ':'));
    std::string name = text::in_lower_case(std::string(header.substr(0, header.find(':'))));
    std::replace(name.begin(), name.end(), '-', '_');
    std::vector<std::string> secrets;
    if (name == "cookie") {
        add_cookies(value, secrets);
        return secrets;
    }
    if (!has_secret(name, value))
        return secrets;
    const std::string_view word = value.substr(value.find_last_of(" \t") + 1);
    secrets.emplace_back(word);
    if (const std::string_view given = behind_first(word, '=');
        given.find_first_not_of('=') != std::string_view::npos)
        secrets.emplace_back(given); // token=VALUE, and no padding
    if (text::in_lower_case(std::string(value.substr(0, 6))) == "basic ")
        if (const auto user = text::base64_decode(word))
            secrets.emplace_back(behind_first(*user, ':'));
    return secrets;
}

}
