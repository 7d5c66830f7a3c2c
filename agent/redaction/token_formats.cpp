#include "agent/redaction/token_formats.hpp"

#include "agent/redaction/command_secrets.hpp"
#include "agent/redaction/generated_values.hpp"
#include "agent/redaction/provider_tokens.hpp"
#include "agent/redaction/secret_settings.hpp"
#include "agent/redaction/server_settings.hpp"
#include "toolkit/text/lower_case.hpp"
#include "toolkit/text/percent_encoding.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace agent::redaction {

using namespace toolkit;

static bool is_alphanumeric(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

static std::vector<SecretShape> of_formats()
{
    return {
        {"JSON web token", {"eyJ", "eyA", "ewo"},
            "e(?:yJ|yA|wo)[A-Za-z0-9_-]{8,}\\.e[yw][A-Za-z0-9_/-]{8,}\\.[A-Za-z0-9_/-]*={0,2}"},
        {"JSON web token in base64", {"ZXlK"}, "ZXlK[A-Za-z0-9+/_-]{40,}={0,2}"},
        {"private key", {"-----BEGIN "},
            "-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: "
            "BLOCK)?-----(?:(?:[A-Za-z0-9+/=\\s\\\\:,.>]|-[A-Za-z0-9])*?"
            "[A-Za-z0-9+/=]{16}(?:[A-Za-z0-9+/=\\s\\\\:,.>]|-[A-Za-z0-9])*?"
            "-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|"
            "(?:[\\s\\\\nr>]*(?:Proc-Type|DEK-Info): "
            "[A-Z0-9,-]{1,80}){0,2}(?:[\\s\\\\nr>]*[A-Za-z0-9+/=]{16,})+)",
            Extent::block, false, false},
        {"password in a URL", {"://", ":\\/\\/"},
            ":(?:\\\\{0,8}/){2}[^\\s/?#:@\"'<>`\\\\]*:([^\\s/?#\"'<>`\\\\${}]+)@", Extent::word,
            false, false, Likeness::chosen},
        {"bearer token", {"bearer "}, "(?i)bearer {1,4}([A-Za-z0-9._~+/-]{16,}=*)", Extent::line,
            true, true, Likeness::key},
        {"basic credentials", {"authorization"},
            "(?i)authorization\\\\{0,8}[\"']?: {0,4}\\\\{0,8}[\"']?basic "
            "{1,4}([A-Za-z0-9+/]{6,}={0,2})",
            Extent::line, true, false},
        {"token in Authorization", {"authorization"},
            "(?i)authorization\\\\{0,8}[\"']?: "
            "{0,4}\\\\{0,8}[\"']?(?:token|apikey|api-key|key|bearer) "
            "{1,4}(?:token=)?\\\\{0,8}[\"']?([A-Za-z0-9._~+/-]{8,}={0,2})",
            Extent::line, true, false, Likeness::key},
    };
}

const std::vector<SecretShape>& secret_shapes()
{
    static const std::vector<SecretShape> shapes = [] {
        std::vector<SecretShape> all;
        for (auto* some : {tokens_of_clouds, tokens_of_forges, tokens_of_models, tokens_of_builders,
                 tokens_of_services, tokens_of_payments, of_formats, assignments, generated_values,
                 settings_of_files, settings_of_servers, secrets_in_commands})
            for (auto& shape : some())
                all.push_back(std::move(shape));
        return all;
    }();
    return shapes;
}

bool is_open_quote(std::string_view assignment)
{
    if (assignment.size() >= max_quoted)
        return false;
    const std::size_t quote = assignment.find('=') + 1;
    if (quote == assignment.size())
        return true;
    if (assignment[quote] != '"' && assignment[quote] != '\'')
        return false;
    return assignment.find_first_of(" \t\\$(){}<>`\"'", quote + 1) == std::string_view::npos;
}

bool is_open_block(std::string_view block)
{
    static constexpr std::size_t opening = 11; // of "-----BEGIN "
    const std::size_t head = block.find("-----", opening);
    if (head == std::string_view::npos)
        return block.find('\n') == std::string_view::npos;
    if (block.substr(0, head).find("PRIVATE KEY") == std::string_view::npos)
        return false;
    const std::size_t end = block.find("-----END ", head);
    return end == std::string_view::npos
        || block.find("-----", end + opening) == std::string_view::npos;
}

void TextEnd::add(std::string_view piece, std::size_t at)
{
    static constexpr std::string_view blanks = " \t\n\f\r"; // what \s is in patterns
    if (const std::size_t last = piece.find_last_of(blanks); last != std::string_view::npos)
        word = at + last + 1;
    const std::size_t last = piece.rfind('\n');
    if (last == std::string_view::npos)
        return;
    const std::size_t before = last == 0 ? std::string_view::npos : piece.rfind('\n', last - 1);
    line_before = before == std::string_view::npos ? line : at + before + 1;
    line = at + last + 1;
}

bool may_begin(const SecretShape& shape, std::string_view text, std::size_t at)
{
    if (!shape.needs_start || at == 0)
        return true;
    const char before = text[at - 1];
    if (before == '-') // of a diff; else it is a part of a longer name
        return at == 1 || text[at - 2] == '\n';
    if (!is_alphanumeric(before) && before != '_')
        return true;
    // An n that belongs to a line break in JSON is no letter.
    return at > 1 && text[at - 2] == '\\'
        && std::string_view("nrt").find(before) != std::string_view::npos;
}

bool has_digit_and_letter(std::string_view text)
{
    const auto is = [&](int (*kind)(int)) {
        return std::any_of(text.begin(), text.end(),
            [&](char c) { return kind(static_cast<unsigned char>(c)) != 0; });
    };
    return is([](int c) { return std::isdigit(c); }) && is([](int c) { return std::isalpha(c); });
}

// Of letters or digits; a sign between two of a kind parts nothing.
static int parts_of(std::string_view secret)
{
    int parts = 0;
    char last = ' '; // 'a' for a letter, '0' for a digit
    for (const char c : secret) {
        if (!is_alphanumeric(c))
            continue;
        const char kind = c >= '0' && c <= '9' ? '0' : 'a';
        parts += kind == last ? 0 : 1;
        last = kind;
    }
    return parts;
}

static bool is_mixed(std::string_view secret) { return parts_of(secret) >= 3; }

// Names of programs have fewer parts between two signs: sha256, utf8ToUtf16, v2_key1.
static bool is_generated(std::string_view secret)
{
    static constexpr std::size_t shortest = 10;
    static constexpr int least_parts = 5;
    while (!secret.empty()) {
        const auto end = std::find_if_not(secret.begin(), secret.end(), is_alphanumeric);
        const std::string_view word(secret.begin(), end);
        if (word.size() >= shortest && parts_of(word) >= least_parts)
            return true;
        secret.remove_prefix(std::min(word.size() + 1, secret.size()));
    }
    return false;
}

// 0x10100: of a program; keys have more digits.
static bool is_short_hexadecimal(std::string_view text)
{
    static constexpr std::size_t longest = 18;
    return text.starts_with("0x") && text.size() <= longest
        && text.find_first_not_of("0123456789abcdefABCDEF,", 2) == std::string_view::npos;
}

static bool is_pair(std::string_view secret)
{
    const auto decoded = text::base64_decode(secret);
    return decoded && decoded->find(':') != std::string::npos
        && std::all_of(
            decoded->begin(), decoded->end(), [](unsigned char c) { return std::isprint(c) != 0; });
}

bool looks_like(std::string_view secret, Likeness likeness)
{
    static constexpr std::size_t shortest_token = 10; // of a word with a number after it
    std::string decoded;
    if (secret.find('%') != std::string_view::npos)
        decoded = text::percent_decoded(secret);
    const std::string_view plain = decoded.empty() ? secret : std::string_view(decoded);
    switch (likeness) {
    case Likeness::any: return true;
    case Likeness::chosen: {
        const std::string word = text::in_lower_case(secret);
        return word != "password" && word != "passwd" && word != "pass"
            && !word.starts_with("&lt;");
    }
    case Likeness::variable: return !is_short_hexadecimal(secret);
    case Likeness::key: return has_digit_and_letter(plain);
    case Likeness::mixed: return is_mixed(plain);
    case Likeness::generated: return is_generated(plain);
    case Likeness::pair: return is_pair(plain);
    case Likeness::token:
        return has_digit_and_letter(plain) && (secret.size() >= shortest_token || is_mixed(plain));
    }
    return true;
}

bool is_published_example(std::string_view secret)
{
    // RFC 5849, 6749, 6750 and 7009
    static constexpr std::array<std::string_view, 9> examples {"2YotnFZFEjr1zCsicMWpAA",
        "tGzv3JOkF0XG5Qx2TlKWIA", "SlAV32hkKG", "SplxlOBeZQQYbYS6WxSbIA",
        "czZCaGRSa3F0MzpnWDFmQmF0M2JW", "45ghiukldjahdnhzdauz", "mF_9.B5f-4.1JqM",
        "ad180jjd733klru7", "h480djs93hd8"};
    return std::find(examples.begin(), examples.end(), secret) != examples.end();
}

}
