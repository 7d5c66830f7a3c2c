#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace frontends::chat {

// Finds the best matches among many names (like best_names()) in steps, so that a key press does
// not have to wait for a large tree. If letters are appended, only the names that matched before
// are examined.
class NameSearch {
public:
    // Starts a search in `names`. `generation` must change if the names are replaced; names may be
    // appended without that.
    void look_for(
        const std::string& letters, const std::vector<std::string>& names, std::size_t generation);

    // Examines names for at most `time`, or all of them if that is zero. Returns true if all names
    // were examined.
    bool step(const std::vector<std::string>& names, std::chrono::milliseconds time);

    // Returns the best names so far, the best first, at most 100.
    std::vector<std::string> best(const std::vector<std::string>& names) const;

    // Returns the number of names examined during the lifetime of this object.
    std::size_t work() const { return examined; }

private:
    struct Found {
        int score;
        std::uint32_t index;
    };
    void look_at(const std::vector<std::string>& names, std::uint32_t index);

    std::string wanted;
    std::size_t of = 0; // the generation
    std::vector<std::uint32_t> narrowed; // indexes of names that matched the previous letters
    std::size_t at = 0; // the next one of `narrowed`
    std::size_t next = 0; // the next name that is not among them
    std::vector<Found> found;
    std::size_t examined = 0;
};

}
