#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace frontends::chat {

// Finds the best of many names for letters (as best_names() does), a part of them at a time, so
// that a key need not wait for all of a large tree. Letters that continue those before look only at
// the names that had these.
class NameSearch {
public:
    // Sets what is looked for in the first names of `names`. `generation` is another number if the
    // names are other ones; they may grow without that.
    void look_for(
        const std::string& letters, const std::vector<std::string>& names, std::size_t generation);

    // Looks at names for at most `time`, or at all of them if it is zero. Returns true if all were
    // looked at.
    bool step(const std::vector<std::string>& names, std::chrono::milliseconds time);

    // Returns the best names so far, the best first, at most 100.
    std::vector<std::string> best(const std::vector<std::string>& names) const;

    // Returns how many names were looked at since the object was made.
    std::size_t work() const { return examined; }

private:
    struct Found {
        int score;
        std::uint32_t index;
    };
    void look_at(const std::vector<std::string>& names, std::uint32_t index);

    std::string wanted;
    std::size_t of = 0; // the generation
    std::vector<std::uint32_t> narrowed; // indexes that had the letters before
    std::size_t at = 0; // the next one of `narrowed`
    std::size_t next = 0; // the next name that is not among them
    std::vector<Found> found;
    std::size_t examined = 0;
};

}
