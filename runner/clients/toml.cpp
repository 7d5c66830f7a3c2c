#include "runner/clients/toml.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace runner::clients {

namespace {

using Keys = std::vector<std::string>;

// A position in the text of a document.
class TomlCursor {
public:
    explicit TomlCursor(std::string_view text)
        : text(text)
    {
    }

    bool at_end() const { return at == text.size(); }
    char peek() const { return at_end() ? '\0' : text[at]; }
    bool sees(std::string_view word) const { return text.substr(at).starts_with(word); }
    void skip(std::size_t count) { at = std::min(at + count, text.size()); }

    char next()
    {
        if (at_end())
            fail("it ends too early");
        return text[at++];
    }

    bool take(std::string_view word)
    {
        const bool found = sees(word);
        if (found)
            at += word.size();
        return found;
    }

    void expect(std::string_view word, const char* what)
    {
        if (!take(word))
            fail(what);
    }

    std::string_view take_while(std::string_view others)
    {
        const std::size_t size = text::name_length(text.substr(at), others);
        const std::string_view found = text.substr(at, size);
        at += size;
        return found;
    }

    void skip_whitespace()
    {
        while (peek() == ' ' || peek() == '\t')
            ++at;
    }

    bool has_digit_after_space() const
    {
        return at + 1 < text.size() && text::is_digit(text[at + 1]);
    }

    // Skips a newline. Returns false if there is none.
    bool take_newline() { return take("\r\n") || take("\n"); }

    void skip_comment()
    {
        if (peek() != '#')
            return;
        at = std::min(text.find('\n', at), text.size());
    }

    // Skips whitespace, comments and newlines.
    void skip_space()
    {
        for (;;) {
            skip_whitespace();
            skip_comment();
            if (!take_newline())
                return;
        }
    }

    void end_line()
    {
        skip_whitespace();
        skip_comment();
        if (!at_end() && !take_newline())
            fail("more follows on the line than a key and its value");
    }

    [[noreturn]] void fail(const std::string& why) const
    {
        const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n');
        throw ToolError(
            Code::bad_request, "it is not TOML: line " + std::to_string(line) + ": " + why);
    }

private:
    std::string_view text;
    std::size_t at = 0;
};

struct TomlTable;

// The value of a key: a table or an array of tables, which later lines may extend, or any other
// value, which they may not.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct TomlItem {
    Json value = {};
    std::unique_ptr<TomlTable> table = {};
    std::vector<std::unique_ptr<TomlTable>> tables = {};
};

struct TomlTable {
    std::vector<std::string> order = {};
    std::map<std::string, TomlItem> items = {};
    bool has_header = false;

    // Returns the item, and whether it is new.
    std::pair<TomlItem*, bool> add(const std::string& name)
    {
        const auto [at, is_new] = items.try_emplace(name);
        if (is_new)
            order.push_back(name);
        return {&at->second, is_new};
    }

    Json json() const
    {
        Json object = Json::object();
        for (const auto& name : order) {
            const TomlItem& item = items.at(name);
            Json& member = object[name];
            if (item.table)
                member = item.table->json();
            else if (item.tables.empty())
                member = item.value;
            for (const auto& table : item.tables)
                member.push_back(table->json());
        }
        return object;
    }
};

class TomlReader {
public:
    explicit TomlReader(std::string_view text)
        : in(text)
    {
    }

    Json document()
    {
        TomlTable root;
        TomlTable* table = &root;
        for (in.skip_space(); !in.at_end(); in.skip_space()) {
            if (in.peek() == '[')
                table = &header(root);
            else
                assignment(*table, 0);
            in.end_line();
        }
        return root.json();
    }

private:
    void count()
    {
        if (++values > max_toml_values)
            in.fail("there are too many values");
    }

    // Appends the character of a \x, \u or \U escape.
    void append_code(std::string& text, std::size_t digits)
    {
        std::uint32_t code = 0;
        for (; digits > 0; --digits) {
            const char letter = in.next();
            std::uint32_t digit = 0;
            const auto [end, error] = std::from_chars(&letter, &letter + 1, digit, 16);
            if (error != std::errc() || end != &letter + 1)
                in.fail("an escape has a character that is not a hexadecimal digit");
            code = code * 16 + digit;
        }
        if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
            in.fail("an escape is not a character");
        text::append_utf8(text, code);
    }

    void append_escape(std::string& text)
    {
        constexpr std::string_view letters = "btnfre\"\\";
        constexpr std::string_view meanings = "\b\t\n\f\r\033\"\\";
        const char letter = in.next();
        if (letter == 'u' || letter == 'U')
            append_code(text, letter == 'u' ? 4 : 8);
        else if (letter == 'x')
            append_code(text, 2);
        else if (const auto at = letters.find(letter); at != std::string_view::npos)
            text += meanings[at];
        else
            in.fail("a text has an unknown escape");
    }

    // Skips the rest of the line and all whitespace after it, for a backslash at the end of a line.
    // Returns false, and skips nothing, if other characters follow on the line.
    bool take_continuation()
    {
        TomlCursor ahead = in;
        ahead.skip_whitespace();
        if (!ahead.take_newline())
            return false;
        do
            ahead.skip_whitespace();
        while (ahead.take_newline());
        in = ahead;
        return true;
    }

    std::string long_string(char quote)
    {
        const std::string end(3, quote);
        std::string text;
        in.take_newline();
        while (!in.take(end)) {
            const char letter = in.next();
            if (letter != '\\' || quote == '\'')
                text += letter;
            else if (!take_continuation())
                append_escape(text);
        }
        for (int more = 0; more < 2 && in.peek() == quote; ++more)
            text += in.next();
        return text;
    }

    std::string short_string(char quote)
    {
        std::string text;
        for (char letter = in.next(); letter != quote; letter = in.next()) {
            if (letter == '\n')
                in.fail("a text is not closed on its line");
            if (letter == '\\' && quote == '"')
                append_escape(text);
            else
                text += letter;
        }
        return text;
    }

    std::string string()
    {
        const char quote = in.peek();
        std::string text;
        if (in.take(std::string(3, quote))) {
            text = long_string(quote);
        } else {
            in.skip(1);
            text = short_string(quote);
        }
        if (!text::is_utf8(text) || text.find('\0') != std::string::npos)
            in.fail("a text is not UTF-8, or has a NUL byte");
        return text;
    }

    std::string simple_key()
    {
        if (in.peek() == '"' || in.peek() == '\'') {
            if (in.sees("\"\"\"") || in.sees("'''"))
                in.fail("a key has several lines");
            return string();
        }
        const std::string_view key = in.take_while("_-");
        if (key.empty())
            in.fail("a key is missing");
        return std::string(key);
    }

    Keys key()
    {
        Keys keys {simple_key()};
        for (in.skip_whitespace(); in.take("."); in.skip_whitespace()) {
            in.skip_whitespace();
            keys.push_back(simple_key());
            if (keys.size() > max_toml_depth)
                in.fail("it is nested too deep");
        }
        return keys;
    }

    // Returns the table of this name, which is added if it is missing; the last one of an array of
    // tables.
    TomlTable& table_in(TomlTable& parent, const std::string& name)
    {
        const auto [item, is_new] = parent.add(name);
        if (is_new) {
            count();
            item->table = std::make_unique<TomlTable>();
        }
        if (!item->table && item->tables.empty())
            in.fail(text::in_quotes(name) + " is defined already, and not as a table");
        return item->table ? *item->table : *item->tables.back();
    }

    TomlTable& parent_of(TomlTable& table, const Keys& keys)
    {
        TomlTable* parent = &table;
        for (std::size_t i = 0; i + 1 < keys.size(); ++i)
            parent = &table_in(*parent, keys[i]);
        return *parent;
    }

    // Reads [a.b] or [[a.b]]. Returns the table to which the next lines belong.
    TomlTable& header(TomlTable& root)
    {
        in.skip(1);
        const bool is_array = in.take("[");
        in.skip_whitespace();
        const Keys keys = key();
        in.expect(is_array ? "]]" : "]", "the name of a table is not closed");
        TomlTable& parent = parent_of(root, keys);
        return is_array ? new_element(parent, keys.back()) : new_table(parent, keys.back());
    }

    TomlTable& new_element(TomlTable& parent, const std::string& name)
    {
        count();
        const auto [item, is_new] = parent.add(name);
        if (!is_new && item->tables.empty())
            in.fail(text::in_quotes(name) + " is defined already, and not as an array of tables");
        return *item->tables.emplace_back(std::make_unique<TomlTable>());
    }

    TomlTable& new_table(TomlTable& parent, const std::string& name)
    {
        if (const auto found = parent.items.find(name); found != parent.items.end()
            && (!found->second.table || found->second.table->has_header))
            in.fail(text::in_quotes(name) + " is defined twice");
        TomlTable& table = table_in(parent, name);
        table.has_header = true;
        return table;
    }

    void assignment(TomlTable& table, std::size_t depth)
    {
        const Keys keys = key();
        TomlTable& parent = parent_of(table, keys);
        in.expect("=", "'=' is missing after a key");
        in.skip_whitespace();
        const auto [item, is_new] = parent.add(keys.back());
        if (!is_new)
            in.fail(text::in_quotes(keys.back()) + " is defined twice");
        item->value = value(depth + keys.size());
    }

    Json value(std::size_t depth)
    {
        count();
        if (depth > max_toml_depth)
            in.fail("it is nested too deep");
        switch (in.peek()) {
        case '"':
        case '\'': return string();
        case '[': return array(depth);
        case '{': return inline_table(depth);
        default: return scalar();
        }
    }

    Json array(std::size_t depth)
    {
        Json list = Json::array();
        in.skip(1);
        for (in.skip_space(); !in.take("]"); in.skip_space()) {
            list.push_back(value(depth + 1));
            in.skip_space();
            if (!in.take(",") && in.peek() != ']')
                in.fail("',' or ']' is missing in an array");
        }
        return list;
    }

    Json inline_table(std::size_t depth)
    {
        TomlTable table;
        in.skip(1);
        for (in.skip_space(); !in.take("}"); in.skip_space()) {
            assignment(table, depth + 1);
            in.skip_space();
            if (!in.take(",") && in.peek() != '}')
                in.fail("',' or '}' is missing in a table");
        }
        return table.json();
    }

    Json scalar()
    {
        std::string word(in.take_while("+-_.:"));
        if (is_date(word) && in.peek() == ' ' && in.has_digit_after_space()) {
            in.skip(1);
            word += " " + std::string(in.take_while("+-_.:"));
        }
        if (word == "true" || word == "false")
            return word == "true";
        if (auto number = number_of(word))
            return *number;
        if (word.ends_with("inf") || word.ends_with("nan"))
            return word;
        const bool is_time = word.size() > 2 && text::is_digit(word[0])
            && (word.find(':') != std::string::npos || word.find('-') != std::string::npos);
        if (!is_time)
            in.fail("a value is missing, or a text is not in quotes");
        return word;
    }

    static bool is_date(std::string_view word)
    {
        constexpr std::size_t size_of_date = 10; // 2026-01-31
        return word.size() == size_of_date && word[4] == '-' && word[7] == '-';
    }

    static std::optional<Json> number_of(std::string word)
    {
        word.erase(std::remove(word.begin(), word.end(), '_'), word.end());
        const bool is_positive = word.starts_with('+');
        if (is_positive)
            word.erase(0, 1);
        const int base = word.starts_with("0x") ? 16
            : word.starts_with("0o")            ? 8
            : word.starts_with("0b")            ? 2
                                                : 10;
        const char* const begin = word.data() + (base == 10 ? 0 : 2);
        const char* const end = word.data() + word.size();
        std::int64_t integer = 0;
        if (const auto parsed = std::from_chars(begin, end, integer, base);
            parsed.ec == std::errc() && parsed.ptr == end && begin != end)
            return Json(integer);
        double number = 0;
        if (const auto parsed = std::from_chars(begin, end, number);
            base == 10 && parsed.ec == std::errc() && parsed.ptr == end && std::isfinite(number))
            return Json(number);
        return {};
    }

    TomlCursor in;
    std::size_t values = 0;
};

}

Json toml_document(std::string_view text) { return TomlReader(text).document(); }

}
