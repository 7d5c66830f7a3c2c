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

// Finds secrets: values, shapes and names in one pass, and each pattern in another one.
class SecretFinder {
public:
    explicit SecretFinder(Newlines newlines = Newlines::hidden);
    ~SecretFinder();

    void add_value(const std::string& value); // must have at least six bytes
    void add_shape(const SecretShape& shape);
    void add_key(const std::string& name);
    void add_pattern(const std::string& pattern); // throws BAD_PATTERN

    // The progress of the search in one text. The result depends only on the text, not on its
    // division into pieces: each position where a secret may begin is decided once, in order, and
    // not before all text that it depends on is available.
    struct Progress {
        std::size_t scanned = 0; // all positions before it are decided
        // Another name before this position would be a part of a value that was found.
        std::size_t keys_done = 0;
        std::vector<std::size_t> shapes_done; // like keys_done, by shape
        // The position of each shape before which another secret would not look like one.
        std::vector<std::size_t> shapes_refused;
        struct Tail { // a secret that is longer than max_shape
            std::size_t shape;
            std::size_t first;
        };
        // Secrets that continue after the text seen so far. Each continues at the end of its shape
        // in `shapes_done`.
        std::vector<Tail> tails;
        struct KeyTail { // like Tail, for the value of a name
            std::size_t first;
            std::size_t read; // the position after the examined part
            std::string quote;
            ValueEnd end;
        };
        std::optional<KeyTail> key_tail;
        std::vector<Spelling::Progress> spellings;
        std::vector<PatternSearch::Progress> patterns;
        std::size_t seen = 0; // bytes of the text seen so far
        TextEnd end; // the end of the text seen so far
        std::size_t waiting = 0; // a position that could not be decided
        std::size_t waits_for = 0; // minimum end of the text for another try
        std::vector<SecretSpan> spans; // found secrets, in order; removed by the caller
    };
    Progress begin() const;

    // True for a whole text in which nothing begins like a secret: find() would find nothing.
    bool is_plain(std::string_view text) const;

    // Adds the secrets that are certain now. Returns the position after which all further ones will
    // be.
    std::size_t find(const TextWindow& window, Progress& progress) const;

    // Must be called before the text before `limit` is discarded.
    void keep(const TextWindow& window, std::size_t limit, Progress& progress) const;

private:
    struct Meaning {
        enum class Kind { value, shape, key } kind;
        std::size_t index; // the index of a spelling or a shape; for a key its size
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
