#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace frontends::screen {

// Text that is safe for a terminal: valid UTF-8 without hidden characters, and without control
// characters other than newlines and tabs. It is made only by prose() and strict(), and from
// literals of the screen. The screen shows nothing else.
class SafeText {
public:
    SafeText() = default;

    template<std::size_t size>
    SafeText(const char (&own)[size]) // NOLINT(google-explicit-constructor): a literal
        : text(own, size - 1)
    {
    }

    const std::string& bytes() const { return text; }
    bool empty() const { return text.empty(); }

    SafeText part(std::size_t begin, std::size_t size = std::string::npos) const
    {
        return SafeText(text.substr(begin, size));
    }

    SafeText& operator+=(const SafeText& more)
    {
        text += more.text;
        return *this;
    }
    friend SafeText operator+(SafeText left, const SafeText& right) { return left += right; }
    bool operator==(const SafeText&) const = default;

private:
    explicit SafeText(std::string text)
        : text(std::move(text))
    {
    }
    friend SafeText prose(std::string_view text);
    friend SafeText strict(std::string_view text);
    friend SafeText spaces(std::size_t count);

    std::string text;
};

// Returns foreign text made safe: characters that must not reach a terminal, and invisible ones
// except joiners and the selectors of text and emoji, are written as \u{1b}. Newlines and tabs
// stay.
SafeText prose(std::string_view text);

// Returns a line on which a decision is based. In addition to prose(), everything without a visible
// shape of its own is written out (also newlines and tabs), a run of more than 16 spaces becomes a
// count, and a word that mixes Latin letters with similar ones (Cyrillic, Greek, …) is followed by
// a notice.
SafeText strict(std::string_view text);

SafeText spaces(std::size_t count);

}
