#include "quotes.hpp"

#include <algorithm>
#include <cctype>

static bool is_letter(char letter)
{
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'
        || static_cast<unsigned char>(letter) >= 0x80;
}

namespace {

class Reader {
public:
    explicit Reader(std::string_view text)
        : text(text)
    {
    }

    std::vector<std::size_t> turns()
    {
        while (at < text.size()) {
            if (open.empty()) // nearly all of a text is none of these
                at = std::min(text.find_first_of("\"'`", at), text.size());
            if (at < text.size())
                pass();
        }
        return std::move(found);
    }

private:
    // Behind a word, but for the one or two letters that say what kind of text it is: u'…', rb'…'.
    bool is_apostrophe() const
    {
        std::size_t begin = at;
        while (begin > 0 && is_letter(text[begin - 1]))
            --begin;
        const std::string_view word = text.substr(begin, at - begin);
        return !word.empty()
            && (word.size() > 2 || word.find_first_not_of("bBfFrRuUL8") != std::string_view::npos);
    }

    void turn(std::string_view quote)
    {
        found.push_back(at);
        open = quote;
    }

    void pass()
    {
        const std::string_view rest = text.substr(at);
        std::size_t size = 1;
        if (open.empty()) {
            const bool is_triple
                = rest.starts_with("\"\"\"") || rest.starts_with("'''") || rest.starts_with("```");
            size = is_triple ? 3 : 1;
            if (rest[0] != '\'' || !is_apostrophe())
                turn(rest.substr(0, size));
        } else if (rest.starts_with(open)) {
            size = open.size();
            turn({});
        } else if (rest[0] == '\n' && open.size() == 1 && open != "`")
            turn({});
        else if (rest[0] == '\\' && rest.size() > 1 && rest[1] != '\n')
            size = 2;
        at += size;
    }

    std::string_view text;
    std::size_t at = 0;
    std::string_view open; // the quote, or none
    std::vector<std::size_t> found;
};

}

Quotes::Quotes(std::string_view text)
    : turns(Reader(text).turns())
{
}

bool Quotes::is_open_at(std::size_t offset) const
{
    const auto before = std::lower_bound(turns.begin(), turns.end(), offset) - turns.begin();
    return before % 2 != 0;
}
