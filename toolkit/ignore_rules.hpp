#pragma once

#include "toolkit/glob.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// A path that rules are asked about, from an absolute root that holds all their folders.
struct Candidate {
    std::string_view path;
    bool is_directory;
};

// What rules say about a path; `kept` where a rule with '!' decides.
enum class Verdict { unmentioned, left_out, kept };

// The lines of one ignore file, as gitignore(5) has them: comments, trailing blanks, '!', a '/' at the end
// for directories only, one anywhere else for a pattern that holds from the file's folder on. The last rule
// that matches decides.
class IgnoreRules {
public:
    IgnoreRules() = default;

    // A byte order mark and CRs before line ends are left out. Lines that git can't read match nothing.
    explicit IgnoreRules(std::string_view text);

    // Adds a pattern without its '!', after all others: what it matches gets `verdict`.
    void add(std::string_view pattern, Verdict verdict);

    // `folder` is the length of the folder's own path in the candidate's, with the '/' behind it.
    Verdict verdict_on(const Candidate& candidate, std::size_t folder) const;

    bool empty() const { return rules.empty(); }

private:
    struct Rule {
        Glob glob;
        Verdict verdict;
        bool directories_only;
        bool anchored;
    };

    using Places = std::vector<std::size_t>; // in `rules`, in order

    Places& bucket_of(char last_byte);

    // Rules are asked only about paths that end as what they match, if that always is the same byte.
    std::vector<Rule> rules;
    Places of_any_byte;
    std::array<std::uint8_t, 256> bucket_numbers {}; // by the last byte; 0: none
    std::vector<Places> buckets;
};
