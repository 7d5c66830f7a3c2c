#include "agent/redaction/named_values.hpp"

#include "agent/redaction/provider_tokens.hpp"
#include "agent/redaction/redaction.hpp"
#include "agent/redaction/text_block.hpp"
#include "agent/redaction/wire_names.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace agent::redaction {

using namespace toolkit;

static constexpr std::string_view line_ends = "\r\n";

static bool is_of_name(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool may_begin_name(std::string_view text, std::size_t at)
{
    if (at == 0)
        return true;
    const char before = text[at - 1];
    if (before == '-') // --name begins one, other-name does not
        return at == 1 || !is_of_name(text[at - 2]);
    // The n of an escaped newline in JSON is not a letter.
    return !is_of_name(before)
        || (at > 1 && text[at - 2] == '\\'
            && std::string_view("nrt").find(before) != std::string_view::npos);
}

namespace {

// Reads the text after a name. ValueEnd finds the same ends.
class Reader {
public:
    Reader(std::string_view text, std::size_t at)
        : text(text)
        , at(at)
    {
    }

    bool is_at_end() const { return at >= text.size(); }
    std::size_t place() const { return at; }

    bool take(std::string_view word)
    {
        const bool is_there = text.substr(at).starts_with(word);
        at += is_there ? word.size() : 0;
        return is_there;
    }

    void skip(std::string_view whitespace)
    {
        at = std::min(text.find_first_not_of(whitespace, at), text.size());
    }

    // Skips to one of these bytes, or to the end.
    void skip_to(std::string_view ends)
    {
        at = std::min(text.find_first_of(ends, at), text.size());
    }

    // True if skip_quoted() has ended at a quote, and not at the end of a line. Must not be at the
    // end of the text.
    bool is_quote_at_place() const { return line_ends.find(text[at]) == std::string_view::npos; }

    struct Quote {
        char mark;
        std::size_t depth; // backslashes before it: 0, or 1, 3 or 7 in JSON in JSON
    };

    std::optional<Quote> take_quote()
    {
        const std::size_t mark = text.find_first_not_of('\\', at);
        if (mark == std::string_view::npos || (text[mark] != '"' && text[mark] != '\''))
            return {};
        const Quote quote {text[mark], mark - at};
        at = mark + 1;
        return quote;
    }

    // Skips to the closing quote, or to the end of the line. A quotation mark within the value has
    // more backslashes at each level: 2n + 1 if the outer quotes have n, since a backslash of the
    // value is written as 2(n + 1).
    void skip_quoted(const Quote& quote)
    {
        std::size_t backslashes = 0;
        for (; !is_at_end() && line_ends.find(text[at]) == std::string_view::npos; ++at) {
            if (text[at] == quote.mark && backslashes % (2 * (quote.depth + 1)) == quote.depth) {
                at -= quote.depth;
                return;
            }
            backslashes = text[at] == '\\' ? backslashes + 1 : 0;
        }
    }

    // Like skip_quoted(), but over several lines if the quote closes within 4 KiB and is followed
    // by what may follow a value; otherwise skips to the end of the first line. Returns true if the
    // closing quote may come after the end of the text.
    bool skip_quoted_lines(const Quote& quote)
    {
        static constexpr std::size_t longest = 4096;
        static constexpr std::size_t deepest = 7;
        const std::size_t begin = at;
        skip_quoted(quote);
        if (is_at_end() || is_quote_at_place() || quote.depth > deepest)
            return is_at_end();
        const std::size_t line_end = at;
        while (!is_at_end() && at - begin < longest) {
            if (!is_quote_at_place()) {
                ++at;
            } else if (const std::size_t after = at + quote.depth + 1; after >= text.size()) {
                return true;
            } else if (std::string_view(" \t\r\n,;)]}").find(text[after])
                != std::string_view::npos) {
                return false;
            } else {
                at = after;
            }
            skip_quoted(quote);
        }
        at = line_end;
        return text.size() - begin < longest + deepest + 1;
    }

    // Skips to the position after the bracket that closes this one.
    void skip_brackets()
    {
        std::size_t depth = 0;
        while (!is_at_end()) {
            if (const auto quote = take_quote()) {
                skip_quoted(*quote);
                take_quote();
                continue;
            }
            const char c = text[at];
            at = c == '\\' ? std::min(text.find_first_not_of('\\', at), text.size()) : at + 1;
            if (c == '[' || c == '{')
                ++depth;
            else if ((c == ']' || c == '}') && --depth == 0)
                return;
        }
        is_unclosed = true;
    }

    bool has_unclosed_bracket() const { return is_unclosed; }

private:
    std::string_view text;
    std::size_t at;
    bool is_unclosed = false;
};

enum class Separator { none, colon, equals, spaced_equals };

}

static Separator take_separator(Reader& reader)
{
    if (reader.take("=="))
        return Separator::none;
    if (reader.take("=>") || reader.take(":=") || reader.take("="))
        return Separator::equals;
    if (reader.take("::"))
        return Separator::none;
    return reader.take(":") ? Separator::colon : Separator::none;
}

// Returns the bytes that end a value without quotes.
static std::string_view ends_of_bare(Separator separator, bool is_json)
{
    if (is_json)
        return " \t\r\n,}]\"'\\";
    return separator == Separator::equals ? " \t\r\n\"'\\" : "\r\n\"'\\";
}

// Finds the same end of a quote as skip_quoted().
bool ValueEnd::ends_quote(char c)
{
    const bool is_end = line_ends.find(c) != std::string_view::npos
        || (c == mark && backslashes % (2 * (depth + 1)) == depth);
    backslashes = c == '\\' ? backslashes + 1 : 0;
    return is_end;
}

// Finds the same end of brackets as skip_brackets().
bool ValueEnd::ends_brackets(char c)
{
    if (mark != '\0') {
        if (ends_quote(c))
            mark = '\0';
        return false;
    }
    if (c == '"' || c == '\'')
        std::tie(mark, depth) = std::pair(c, backslashes);
    backslashes = c == '\\' ? backslashes + 1 : 0;
    if (c == '[' || c == '{')
        ++brackets;
    return (c == ']' || c == '}') && --brackets == 0;
}

std::size_t ValueEnd::skip(std::string_view text)
{
    std::size_t at = 0;
    if (!ends.empty()) {
        at = std::min(text.find_first_of(ends), text.size());
        is_at_end = at < text.size();
        return at;
    }
    for (; at < text.size() && !is_at_end; ++at) {
        if (is_in_brackets) {
            is_at_end = ends_brackets(text[at]);
        } else if (ends_quote(text[at])) {
            is_at_end = true;
            // The value ends before the backslashes of the quote; a newline has no backslashes.
            depth = text[at] == mark ? depth : 0;
            backslashes = depth;
            return at;
        }
    }
    return at;
}

static KeyedValue read_value(
    Reader& reader, std::string_view text, Separator separator, bool is_json)
{
    const char first = text[reader.place()];
    if (const auto quote = reader.take_quote()) {
        const std::size_t begin = reader.place();
        const bool is_open = reader.skip_quoted_lines(*quote);
        return {begin, reader.place(), is_open, {}, ValueEnd::of_quoted(quote->mark, quote->depth)};
    }
    const std::size_t begin = reader.place();
    if (separator == Separator::colon && !is_json)
        if (const auto block = block_at(text, begin))
            return {begin, block->after, block->is_open};
    if (first == '[' || first == '{') {
        reader.skip_brackets();
        return {begin, reader.place(), reader.has_unclosed_bracket(), {}, ValueEnd::of_brackets()};
    }
    const std::string_view ends = ends_of_bare(separator, is_json);
    reader.skip_to(ends);
    const bool is_open = reader.is_at_end();
    if (is_json && text.substr(begin, reader.place() - begin) == "null")
        return {begin, begin, is_open};
    return {begin, reader.place(), is_open, {}, ValueEnd::of_bare(ends)};
}

static bool is_quoted(std::string_view text, std::size_t at)
{
    return at > 0 && (text[at - 1] == '"' || text[at - 1] == '\'');
}

KeyedValue value_after_name(std::string_view text, std::size_t at)
{
    const bool is_cut = text.size() - at > max_shape;
    text = text.substr(0, at + std::min(max_shape, text.size() - at));
    Reader reader(text, at);
    const auto quote = reader.take_quote();
    const std::string_view whitespace = quote ? " \t\r\n" : " \t"; // JSON allows newlines here
    reader.skip(whitespace);
    const std::size_t after_name = reader.place();
    Separator separator = take_separator(reader);
    const std::size_t after_separator = reader.place();
    if (separator != Separator::none)
        reader.skip(whitespace);
    // An ini file: the value is the rest of the line.
    if (separator == Separator::equals && after_name > at && reader.place() > after_separator)
        separator = Separator::spaced_equals;
    if (reader.is_at_end()
        || text.find_first_not_of('\\', reader.place()) == std::string_view::npos)
        return {at, at, !is_cut};
    if (separator == Separator::none)
        return {};
    const bool is_json = quote && separator == Separator::colon;
    KeyedValue value = read_value(reader, text, separator, is_json);
    if (is_json && quote->mark == '"' && !is_quoted(text, value.first))
        value.quote = std::string(quote->depth, '\\') + '"';
    if (!is_cut || !value.is_open)
        value.rest.reset();
    value.is_open = value.is_open && !is_cut;
    return value;
}

void check_key(const std::string& name)
{
    static constexpr std::size_t shortest = 3; // required by LiteralScan
    static constexpr std::size_t longest = 64;
    const bool is_good = name.size() >= shortest && name.size() <= longest
        && std::all_of(
            name.begin(), name.end(), [](char c) { return is_of_name(c) || c == '-' || c == '.'; });
    if (!is_good)
        throw ToolError(Code::bad_request, text::in_quotes(name) + " is no name of a secret",
            "3 to 64 of a-z A-Z 0-9 . _ -");
    if (is_part_of_documents(name))
        throw ToolError(Code::bad_request,
            text::in_quotes(name) + " is a name that messages, events or the audit are made of",
            "a pattern can say what in it is secret");
}

static std::string any_name_of_secret()
{
    return R"re((?i)(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|api[ ._-]?key|credential|)re"
           R"re(requirepass|(?:access|private|auth|secret|encryption|signing|master|hmac|subscription)[_-]?key)s?)re"
           R"re((?:[_-]?(?:access)?[_-]?key)?(?:[_-]?(?:base|value|data|string|hash|digest))?)re";
}

// Returns a pattern for the text between a name and its value: signs, at least one of which cannot
// be a part of a longer name; a word or two; a newline, if a sign announces the value.
static std::string gap_after_name()
{
    // A sign may also be encoded as in URLs and HTML.
    static const std::string sign
        = R"re((?:[^A-Za-z0-9_\n\\]|\\{1,7}["']|%(?:3[ad]|2[0-9a-f]|7b)|&(?:quot|amp|[lg]t|#[0-9]{2});))re";
    static const std::string in_line = sign
        + R"re({0,11}?(?:[ \t:=<>,|"'`(\[{&?]|%3[ad]|&#(?:58|61);))re" + sign
        + R"re({0,11}(?:[!&][a-z0-9_-]{1,20}[ \t]{1,4}["']?)?)re";
    // The next line may have the prefix of a diff, of numbered lines or of a container's output.
    static const std::string over_lines = sign
        + R"re({0,11}?[:=>,|"'`(\[{](?:[+-]?[0-9]?|[ \t]?\\|[ \t]?<<[~-]?["']?[a-z_]{2,20}["']?)[ \t]{0,4}\r?\n[ \t]{0,40}(?:[^\s]{0,60}?[ \t]{0,8}[+:|-])?)re"
        + sign + "{0,40}";
    static const std::string word
        = R"re((?:(?:str|string|as[ ]string|binary|base64|is|value|default|key>\s{0,40}<string))re"
        + sign + R"re({1,12}|[a-z_:.]{1,30}\(["'`]{1,3})?)re";
    return "(?:" + in_line + "|" + over_lines + ")" + word;
}

std::vector<SecretShape> generated_values()
{
    static const std::vector<std::string> names {"password", "passwd", "passphrase", "passcode",
        "pass:", "pass=", "pwd:", "pwd=", "secret", "token", "api key", "api_key", "apikey",
        "api-key", "api.key", "access_key", "accesskey", "access-key", "private_key", "auth_key",
        "credential", "encryption_key", "signing_key", "encryptionkey", "signingkey", "master_key",
        "masterkey", "hmac_key", "subscription-key", "requirepass", "pass\"", "pwd\"", "pass'",
        "pwd'", "pass\\", "pwd\\"};
    static const std::string ends = " \t\r\n\f\v\"'`\\<>&;,|(){}[]?\x1b";
    static const std::string letter = "[A-Za-z0-9+/_~!@#%^*-]";
    static const std::string value = "(?:([A-Za-z0-9]" + letter
        + R"re({9,254})={0,2}(?:[\s,;)}\]"'`\\&|<>?\x1b\x80-\xff]|\.(?:\s|\z)|\z)|([A-Za-z0-9])re"
        + letter + "{254})" + letter + ")";
    return {
        {"generated value", names, any_name_of_secret() + gap_after_name() + value,
            MatchScope::match, true, false, Likeness::generated, ends},
        // The old value is between the name and the new one: in a line of its own, or before "->".
        {"generated value in a diff", names,
            any_name_of_secret()
                + R"re((?:[^\n]{0,40}\n-[^\n]{0,300}\n\+(?:[^\n]{0,80}?[^A-Za-z0-9_\n])?|[ \t]{0,40}=[ \t]{1,4}"[^"\n]{0,300}"[ \t]->[ \t]"))re"
                + value,
            MatchScope::match, true, false, Likeness::generated, ends},
        {"block of YAML",
            {"password:", "passwd:", "passphrase:", "secret:", "token:", "api_key:", "apikey:",
                "api-key:", "access_key:", "secret_key:", "private_key:", "auth_key:",
                "encryption_key:", "signing_key:", "credential:", "credentials:"},
            "", MatchScope::indented, true, false, Likeness::key},
    };
}

}
