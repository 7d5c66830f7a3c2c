#pragma once

#include "agent/redaction/escaped_forms.hpp"
#include "agent/redaction/literal_scanner.hpp"
#include "agent/redaction/named_values.hpp"
#include "agent/redaction/pattern_search.hpp"
#include "agent/redaction/provider_tokens.hpp"
#include "agent/redaction/text_block.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::redaction {

// What is looked for, in one pass for values, shapes and names, and one for each pattern.
class SecretFinder {
public:
    explicit SecretFinder(Newlines newlines = Newlines::hidden);
    ~SecretFinder();

    void add_value(const std::string& value); // of at least six bytes
    void add_shape(const SecretShape& shape);
    void add_key(const std::string& name);
    void add_pattern(const std::string& pattern); // throws BAD_PATTERN

    // How far the search in one text has come. What is found depends on the text alone, not on the
    // pieces that it comes in: where a secret may begin is decided once, in order, and not before
    // all that it can depend on is there.
    struct Progress {
        std::size_t scanned = 0; // before it, what begins there is decided
        std::size_t keys_done
            = 0; // before it, another one would be a part of a value that was found
        std::vector<std::size_t> shapes_done; // likewise
        std::vector<std::size_t> shapes_refused; // before it, another one would not look like one
        struct Tail { // of a secret that is longer than max_shape
            std::size_t shape;
            std::size_t first;
        };
        std::vector<Tail>
            tails; // that the end of what was seen has cut; each goes to where its shape is done
        struct KeyTail { // of the value of a name, likewise
            std::size_t first;
            std::size_t read; // after what was looked at
            std::string quote;
            ValueEnd end;
        };
        std::optional<KeyTail> key_tail;
        std::vector<Spelling::Progress> spellings;
        std::vector<PatternSearch::Progress> patterns;
        std::size_t seen = 0; // of the text
        TextEnd end; // of what was seen
        std::size_t waiting = 0; // a place that could not be decided
        std::size_t waits_for = 0; // where the text must end for another try to be worth it
        std::vector<SecretSpan> spans; // found, in order; taken by the caller
    };
    Progress begin() const;

    // A whole text in which nothing begins like what is looked for: find() would find nothing.
    bool is_plain(std::string_view text) const;

    // Adds what is certain now, and returns the place that all found later follows.
    std::size_t find(const TextWindow& window, Progress& progress) const;

    // To be called before the text in front of `limit` is given up.
    void keep(const TextWindow& window, std::size_t limit, Progress& progress) const;

private:
    struct Meaning {
        enum class Kind { value, shape, key } kind;
        std::size_t index; // of a spelling or a shape; of a key its size
    };
    struct Shape;

    bool is_open(
        const Meaning& meaning, const TextWindow& window, std::size_t at, Progress& progress) const;
    bool is_open_shape(
        const Shape& shape, const TextWindow& window, std::size_t at, Progress& progress) const;
    void take(
        const Meaning& meaning, const TextWindow& window, std::size_t at, Progress& progress) const;
    void take_shape(
        std::size_t index, const TextWindow& window, std::size_t at, Progress& progress) const;
    bool is_tail_cut(
        const Progress::Tail& tail, const TextWindow& window, Progress& progress) const;
    static void go_on_with_key(const TextWindow& window, Progress& progress);
    static void take_key(
        std::size_t size, const TextWindow& window, std::size_t at, Progress& progress);

    Newlines newlines;
    LiteralScan scan;
    std::vector<Meaning> meanings;
    std::vector<Spelling> spellings;
    std::vector<Shape> shapes;
    std::vector<PatternSearch> patterns;
};

}
