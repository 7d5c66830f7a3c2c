#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// Secrets that are known by their name: "NAME": value, NAME: value and NAME=value, with quotes that JSON has escaped however often.

// Where the value stands in a text; nothing where `first` is `behind`.
struct KeyedValue {
    std::size_t first = 0;
    std::size_t behind = 0;
    bool is_open = false; // it could go on, or begin, behind the end of the text
    std::string quote
        = {}; // what goes around its replacement: of a number in JSON the quote that the name has
};

// May a name begin at `at`, going by the two bytes before it? It is none as a part of a longer one.
bool may_begin_name(std::string_view text, std::size_t at);

// The value that the name in front of `at` has. One in quotes ends where they do, or with the line; one in brackets with them, whatever is in
// between; a bare one with the line behind a colon, else at a blank. A value is looked at for 64 KiB, and a longer one is cut there.
KeyedValue value_behind_name(std::string_view text, std::size_t at);
