#include "agent/redaction/secret_names.hpp"

#include "agent/redaction/provider_tokens.hpp"
#include "agent/redaction/redaction.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace agent::redaction {

using namespace toolkit;

bool stays_in_line(std::string_view pattern)
{
    static constexpr std::string_view safe_escapes = "dwbB.*+?()[]{}|^$/-\\";
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        const std::string_view rest = pattern.substr(at);
        if (static_cast<unsigned char>(rest[0]) < ' ' || rest.starts_with("[^")
            || rest.starts_with("[[:"))
            return false;
        if (rest.starts_with("(?") && !rest.starts_with("(?:") && !rest.starts_with("(?i)"))
            return false;
        if (rest[0] == '\\'
            && (rest.size() < 2 || safe_escapes.find(rest[1]) == std::string_view::npos))
            return false;
        at += rest[0] == '\\' ? 1 : 0;
    }
    return true;
}

std::unique_ptr<RE2> compiled_pattern(const std::string& pattern)
{
    RE2::Options options;
    options.set_log_errors(false);
    auto result = std::make_unique<RE2>(pattern, options);
    if (!result->ok())
        throw ToolError(Code::bad_pattern,
            "cannot redact by " + text::in_quotes(pattern) + ": " + result->error(),
            "patterns are RE2 syntax");
    return result;
}

void check_pattern(const std::string& pattern)
{
    if (RE2::FullMatch("", *compiled_pattern(pattern)))
        throw ToolError(Code::bad_pattern,
            "cannot redact by " + text::in_quotes(pattern) + ": it matches the empty text",
            "+ in place of * matches something");
}

// Removes the number after a word: KEY2, TOKEN1.
static std::string_view without_number(std::string_view word)
{
    return word.substr(0, word.find_last_not_of("0123456789") + 1);
}

static std::string in_upper_case(std::string_view name)
{
    std::string upper(name);
    std::transform(
        upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return std::toupper(c); });
    return upper;
}

static bool ends_like_secret(std::string_view word)
{
    static constexpr std::array<std::string_view, 8> endings {
        "KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "CREDENTIALS"};
    return std::any_of(endings.begin(), endings.end(),
        [&](std::string_view ending) { return word.ends_with(ending); });
}

bool is_secret_name(std::string_view name)
{
    const std::string upper = in_upper_case(name);
    std::string_view rest = upper;
    while (!rest.empty()) {
        const std::string_view whole = rest.substr(0, rest.find('_'));
        rest.remove_prefix(std::min(whole.size() + 1, rest.size()));
        const std::string_view word = without_number(whole);
        if (word == "PASS" || word == "SSHPASS" || (word == "PWD" && upper != "PWD")
            || ends_like_secret(word))
            return true;
    }
    return false;
}

bool may_be_secret_name(std::string_view name)
{
    const std::string upper = in_upper_case(name);
    const std::string_view word
        = without_number(std::string_view(upper).substr(upper.rfind('_') + 1));
    return word == "PAT" || word == "AUTH"
        || (word.ends_with('S') && ends_like_secret(word.substr(0, word.size() - 1)));
}

bool is_word_or_number(std::string_view value)
{
    const auto is_all = [&](auto is_good) {
        return std::all_of(value.begin(), value.end(), [&](unsigned char c) { return is_good(c); });
    };
    return is_all([](unsigned char c) { return std::isalpha(c) != 0 || c == '-' || c == '_'; })
        || is_all([](unsigned char c) { return std::isdigit(c) != 0 || c == '.' || c == ','; });
}

// Returns the value, and each of several secrets in it.
static std::vector<std::string> likely_secrets(std::string_view value)
{
    std::vector<std::string> secrets;
    if (is_word_or_number(value))
        return secrets;
    secrets.emplace_back(value);
    while (!value.empty()) {
        const std::string_view one = value.substr(0, value.find_first_of(" \t\r\n,;"));
        value.remove_prefix(std::min(one.size() + 1, value.size()));
        if (one != secrets.front() && !is_word_or_number(one))
            secrets.emplace_back(one);
    }
    return secrets;
}

// True unless the password is one of an example ("password") or of a local database (the name of
// the user or of the program).
static bool is_chosen(std::string_view password, std::string_view user, std::string_view scheme)
{
    return looks_like(password, Likeness::chosen) && password != user
        && !scheme.ends_with(password);
}

std::vector<std::string> passwords_in_urls(std::string_view text)
{
    static constexpr std::string_view mark = "://";
    std::vector<std::string> passwords;
    for (std::size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark)) {
        const std::string_view scheme = text.substr(0, at);
        text.remove_prefix(at + mark.size());
        const std::string_view authority = text.substr(0, text.find_first_of("/?# \t\r\n\"'"));
        const std::size_t end = authority.rfind('@');
        const std::size_t colon = authority.find(':');
        if (end == std::string_view::npos || colon >= end)
            continue;
        const std::string_view password = authority.substr(colon + 1, end - colon - 1);
        if (is_chosen(password, authority.substr(0, colon), scheme))
            passwords.emplace_back(password);
    }
    return passwords;
}

std::vector<std::string> secrets_of_variable(std::string_view name, std::string_view value)
{
    std::vector<std::string> secrets = passwords_in_urls(value);
    if (is_secret_name(name))
        secrets.emplace_back(value);
    else if (may_be_secret_name(name))
        for (std::string& secret : likely_secrets(value))
            secrets.push_back(std::move(secret));
    return secrets;
}

std::vector<std::string> secret_values(
    const char* const* environment, const std::vector<std::string>& names)
{
    const auto is_named = [&](std::string_view name) {
        return std::any_of(names.begin(), names.end(),
            [&](const std::string& one) { return text::is_equal_but_case(one, name); });
    };
    std::vector<std::string> values;
    for (; *environment != nullptr; ++environment) {
        const std::string_view entry = *environment;
        const std::size_t equals = entry.find('=');
        if (equals == std::string_view::npos)
            continue;
        const std::string_view name = entry.substr(0, equals);
        const std::string_view value = entry.substr(equals + 1);
        for (std::string& secret : secrets_of_variable(name, value))
            values.push_back(std::move(secret));
        if (is_named(name) && !is_secret_name(name))
            values.emplace_back(value);
    }
    return values;
}

}
