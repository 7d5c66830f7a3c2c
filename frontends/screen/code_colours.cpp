#include "frontends/screen/code_colours.hpp"

#include "toolkit/text/characters.hpp"

#include <algorithm>
#include <array>

namespace frontends::screen {

using namespace toolkit;

struct Language {
    std::string_view names; // spaces around each
    std::string_view comment; // up to the end of the line
    std::string_view comment_begins; // of several lines
    std::string_view comment_ends;
    std::string_view quotes; // that end with the line
    std::string_view long_quotes; // of several lines; spaces between
    std::string_view words; // spaces around each
};

namespace {

constexpr std::array languages {
    Language {" c cc cpp c++ cxx h hpp ", "//", "/*", "*/", "\"'", "",
        " alignas auto bool break case catch char class const constexpr continue default delete do "
        "double else enum explicit extern false final float for friend goto if inline int long "
        "namespace new noexcept nullptr operator override private protected public return short "
        "signed sizeof static static_cast struct switch template this throw true try typedef "
        "typename union unsigned using virtual void volatile while #include #define #pragma #if "
        "#ifdef #ifndef #else #endif "},
    Language {" python py ", "#", "", "", "\"'", "\"\"\" '''",
        " and as assert async await break class continue def del elif else except False finally "
        "for from global if import in is lambda None nonlocal not or pass raise return True try "
        "while with yield "},
    Language {" javascript js jsx typescript ts tsx ", "//", "/*", "*/", "\"'", "`",
        " abstract any as async await boolean break case catch class const continue default delete "
        "do else enum export extends false finally for from function if implements import in "
        "instanceof interface let new null number of private public readonly return static string "
        "super switch this throw true try type typeof undefined var void while yield "},
    Language {" rust rs ", "//", "/*", "*/", "\"", "",
        " as async await break const continue crate dyn else enum extern false fn for if impl in "
        "let loop match mod move mut pub ref return self Self static struct super trait true type "
        "unsafe use where while "},
    Language {" go golang ", "//", "/*", "*/", "\"'", "`",
        " break case chan const continue default defer else fallthrough false for func go goto if "
        "import interface map nil package range return select struct switch true type var "},
    Language {" java kotlin kt csharp cs swift ", "//", "/*", "*/", "\"'", "\"\"\"",
        " abstract boolean break byte case catch char class const continue default do double else "
        "enum extends false final finally float for fun func if implements import in instanceof "
        "int interface internal is let long namespace new null object override package private "
        "protected public return short static string super switch this throw throws true try using "
        "val var void volatile when while "},
    Language {" bash sh shell zsh console ", "#", "", "", "\"'", "",
        " case do done elif else esac export fi for function if in local readonly return select "
        "set shift then trap unset until while "},
    Language {" json jsonc json5 ", "//", "", "", "\"", "", " false null true "},
    Language {" yaml yml toml ini dockerfile makefile make cmake ", "#", "", "", "\"'", "",
        " false null true no yes FROM RUN COPY CMD ENTRYPOINT ENV WORKDIR "},
    Language {" sql ", "--", "/*", "*/", "\"'", "",
        " ALTER AND AS BEGIN BY CASE COMMIT CREATE DELETE DESC DISTINCT DROP ELSE END EXISTS FROM "
        "GROUP HAVING IN INDEX INNER INSERT INTO IS JOIN KEY LEFT LIKE LIMIT NOT NULL ON OR ORDER "
        "PRIMARY SELECT SET TABLE THEN UNION UPDATE VALUES WHEN WHERE WITH select from where and "
        "or insert into update delete values create table join left on order by group limit "},
    Language {" ruby rb ", "#", "", "", "\"'", "",
        " begin break case class def do else elsif end ensure false for if in module next nil not "
        "or require rescue return self super then true unless until when while yield "},
    Language {" html xml svg css ", "", "<!--", "-->", "\"", "", " "},
};

constexpr Style comment_style {.dim = true};
constexpr Style quote_style {.colour = 3};
constexpr Style number_style {.colour = 7};
constexpr Style word_style {.colour = 6};

std::string in_blanks(std::string_view word) { return " " + std::string(word) + " "; }

const Language* find_language(std::string_view name)
{
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
    for (const Language& language : languages)
        if (!name.empty() && language.names.find(in_blanks(lower)) != std::string_view::npos)
            return &language;
    return nullptr;
}

bool begins_word(char letter) { return text::is_word(letter) || letter == '#'; }

}

CodeColours::CodeColours(std::string_view name, const Palette& palette)
    : palette(palette)
    , language(find_language(name))
    , is_diff(name == "diff" || name == "patch")
{
}

Line diff_line(const SafeText& line, const Palette& palette)
{
    const std::string& bytes = line.bytes();
    Style style;
    if (bytes.starts_with("+++") || bytes.starts_with("---"))
        style = {.bold = true};
    else if (bytes.starts_with('+'))
        style = palette.of(Role::added);
    else if (bytes.starts_with('-'))
        style = palette.of(Role::removed);
    else if (bytes.starts_with("@@"))
        style = palette.of(Role::dim);
    return {line, style};
}

// Returns the size of a quoted text. A text of several lines stays open.
std::size_t CodeColours::quoted(std::string_view rest)
{
    for (std::string_view quotes = language->long_quotes; !quotes.empty();) {
        const std::string_view quote = quotes.substr(0, quotes.find(' '));
        quotes.remove_prefix(std::min(quote.size() + 1, quotes.size()));
        if (!rest.starts_with(quote))
            continue;
        const std::size_t end = rest.find(quote, quote.size());
        if (end != std::string_view::npos)
            return end + quote.size();
        open_until = quote;
        is_comment_open = false;
        return rest.size();
    }
    if (!text::is_one_of(rest.front(), language->quotes))
        return 0;
    std::size_t end = 1;
    while (end < rest.size() && rest[end] != rest.front())
        end += rest[end] == '\\' ? 2 : 1;
    return std::min(end + 1, rest.size());
}

// Returns the size of the token at the beginning of `rest`, and its style.
std::size_t CodeColours::token(std::string_view rest, Style& style)
{
    const auto begins
        = [&](std::string_view mark) { return !mark.empty() && rest.starts_with(mark); };
    if (begins(language->comment)) {
        style = comment_style;
        return rest.size();
    }
    if (begins(language->comment_begins)) {
        style = comment_style;
        const std::size_t end = rest.find(language->comment_ends, language->comment_begins.size());
        if (end != std::string_view::npos)
            return end + language->comment_ends.size();
        open_until = language->comment_ends;
        is_comment_open = true;
        return rest.size();
    }
    if (const std::size_t size = quoted(rest); size > 0) {
        style = quote_style;
        return size;
    }
    if (!begins_word(rest.front()))
        return 1;
    std::size_t end = 1;
    while (end < rest.size() && text::is_word(rest[end]))
        ++end;
    if (rest.front() >= '0' && rest.front() <= '9')
        style = number_style;
    else if (language->words.find(in_blanks(rest.substr(0, end))) != std::string_view::npos)
        style = word_style;
    return end;
}

Line CodeColours::line(const SafeText& code)
{
    Line result;
    if (is_diff)
        result = diff_line(code, palette);
    else if (language == nullptr)
        result.add(code);
    else
        for (std::size_t at = 0; at < code.bytes().size();) {
            const std::string_view rest = std::string_view(code.bytes()).substr(at);
            Style style;
            std::size_t size = 0;
            if (!open_until.empty()) {
                style = is_comment_open ? comment_style : quote_style;
                const std::size_t end = rest.find(open_until);
                size = end == std::string_view::npos ? rest.size() : end + open_until.size();
                if (end != std::string_view::npos)
                    open_until = {};
            } else {
                size = token(rest, style);
            }
            result.add(code.part(at, size), style);
            at += size;
        }
    result.is_verbatim = true;
    return result;
}

}
