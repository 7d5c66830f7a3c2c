#pragma once

#include "toolkit/json.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace re2 {
class RE2;
}

// What must not leave the process or reach the disk.
struct Secrets {
    std::vector<std::string> values; // those under 6 bytes would mutilate ordinary words, and are left out
    std::vector<std::string> patterns; // RE2 syntax
};

// Replaces every secret by "[redacted]"; where several overlap, all that they cover. Linear in the text for
// each secret.
class Redaction {
public:
    // Throws BAD_PATTERN.
    explicit Redaction(const Secrets& secrets);
    ~Redaction();

    // In plain text. Values are also found as they stand inside JSON strings, and JSON inside of JSON
    // strings.
    std::string redact(std::string_view text) const;

    // How many bytes of a text that goes on can be redacted by themselves, as they would be in all of it: no
    // secret stands across their end, or could when more has come.
    std::size_t certain_in(std::string_view text) const;

    // In every string and key of a document, so that it stays one.
    Json redact_json(const Json& document) const;

private:
    enum class Reach { nothing, line, text }; // what a match of a pattern may go across

    std::vector<std::pair<std::size_t, std::size_t>> find(std::string_view text) const;

    std::vector<std::string> values;
    Reach reach = Reach::nothing; // the furthest one
    std::vector<std::unique_ptr<re2::RE2>> patterns;
};

// The values of variables that are named like secrets: a word of the name (between underscores) ends with
// KEY, TOKEN, SECRET, PASSWORD, PASSWD, PASSPHRASE or CREDENTIAL(S), or is PASS or PWD (but PWD alone is the
// current directory).
std::vector<std::string> secret_values(const char* const* environment);

// Is this variable named like one?
bool is_secret_name(std::string_view name);
