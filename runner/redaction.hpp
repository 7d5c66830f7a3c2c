#pragma once

#include "runner/redaction_rules.hpp"
#include "toolkit/json.hpp"

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace re2 {
class RE2;
}

enum class Shapes { known, none };

// What must not leave the process or reach the disk.
struct Secrets {
    std::vector<std::string> values; // those under 6 bytes would mutilate ordinary words, and are left out
    std::vector<std::string> patterns; // RE2 syntax
    Shapes shapes = Shapes::known; // those of runner/secret_shapes.hpp
    std::vector<std::string> keys = {}; // names, as runner/secret_keys.hpp finds them
    RedactionRules workspace = {}; // of its config, which anybody may have written
};

// The beginning of a text that goes on.
struct RedactedPart {
    std::string shown;
    std::size_t size; // of the text, as far as it is in `shown`
};

// Where a secret stands.
struct SecretSpan {
    std::size_t first;
    std::size_t behind;
    std::string quote = {}; // what goes around "[redacted]"

    friend bool operator<(const SecretSpan& left, const SecretSpan& right)
    {
        return std::tuple(left.first, left.quote.empty(), left.behind)
            < std::tuple(right.first, right.quote.empty(), right.behind);
    }
};

// Replaces every secret by "[redacted]"; where several overlap, all that they cover. Values are found in
// every spelling that runner/spellings.hpp knows. One pass for values and shapes, and one for each pattern.
class Redaction {
public:
    // Throws BAD_PATTERN.
    explicit Redaction(const Secrets& secrets);
    ~Redaction();

    // The text without its first `context` bytes, which only say what stands before it.
    std::string redact(std::string_view text, std::size_t context = 0) const;

    // The same for the beginning of a text that goes on: as much as is redacted now as it would be in all
    // of it. A match of a pattern that goes on for more than 1 MiB, and a secret of a known shape for more
    // than 64 KiB, may be cut.
    RedactedPart redact_certain(std::string_view text, std::size_t context) const;

    // In every string and key of a document, and the whole value of a key that is secret. It stays what it was: a
    // session, a message, an event, whatever the rules are; arguments of a call that are JSON stay that.
    Json redact_json(const Json& document) const;

    // Without the rules of the workspace, which must not hide from the operator what is asked of him.
    const Redaction& of_operator() const { return without_workspace ? *without_workspace : *this; }

private:
    using Span = SecretSpan;
    enum class Reach { nothing, line, text }; // what a match of a pattern may go across
    struct Literals;

    void add(const RedactionRules& rules);
    bool is_secret(const std::string& key) const;
    Json redact_member(const std::string& key, const Json& value) const;
    std::vector<Span> find(std::string_view text, std::size_t from, std::size_t& open) const;
    std::size_t certain_in(std::string_view text, std::size_t open, const std::vector<Span>& spans) const;

    std::unique_ptr<Literals> literals;
    Reach reach = Reach::nothing; // the furthest one
    std::vector<std::unique_ptr<re2::RE2>> patterns;
    std::set<std::string> keys; // in lower case
    std::unique_ptr<Redaction> without_workspace;
};
