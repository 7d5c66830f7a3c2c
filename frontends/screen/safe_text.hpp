#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace frontends::screen {

// Text that a terminal may get: valid UTF-8 without control characters but newlines and tabs, and
// without hidden ones. It is made by prose() and strict(), or of the screen's own literals, and by
// nothing else: whatever the screen shows is made of these.
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

// Text of strangers: what must not reach a terminal, and what nobody sees but joiners and the
// selectors of text and emoji, is written as \u{1b}. Newlines and tabs stay.
SafeText prose(std::string_view text);

// A line that somebody decides by. Besides, everything without a shape of its own is written out
// (also newlines and tabs), a run of more than 16 spaces is a count, and a word that mixes Latin
// letters with ones that look like them (Cyrillic, Greek, …) is followed by a notice.
SafeText strict(std::string_view text);

SafeText spaces(std::size_t count);

}
