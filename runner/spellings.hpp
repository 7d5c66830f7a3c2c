#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// A value as texts may hold it: as it is; as URLs write it; and as JSON does, or JSON in JSON, three deep. What is neither a letter nor a
// digit may stand escaped in each of the ways that those have, or as itself, where they allow that.
class Spellings {
public:
    // Of at least three bytes.
    explicit Spellings(std::string_view value);

    // Texts of three bytes: each spelling begins with one of them.
    std::vector<std::string> beginnings() const;

    struct Match {
        std::size_t size = 0; // 0: none
        bool may_go_on = false; // the text ends within what could be one
    };

    // The one that begins at `at`.
    Match match(std::string_view text, std::size_t at) const;

private:
    using Forms = std::vector<std::string>; // of one character
    std::vector<std::vector<Forms>> ways; // of each way to write, those of all characters
};

// In base64, also of something longer: those characters that the value alone decides.
std::vector<std::string> base64_spellings(const std::string& value);
