#pragma once

#include "toolkit/json/json.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::workflow {

using namespace toolkit;

// The end of an attempt of a step with `once`.
enum class AttemptEnd {
    unknown, // the attempt has begun, and it is unknown whether the step was done
    done, // exit status 0, or an answer of the tool
    unusable, // done, but its output or its artifacts cannot be used
    failed, // another exit status, or an error that the tool has returned
    undone, // an exit status of `repeat_on`, or the call was not made
};

// Returns a name such as "unusable".
std::string_view name_of(AttemptEnd end);

// Returns nullopt for a name that is not one of an end.
std::optional<AttemptEnd> end_named(std::string_view name);

// The latest attempt of a step with `once`.
struct Attempt {
    std::size_t number = 1;
    AttemptEnd end = AttemptEnd::unknown;
    Json result = {}; // result of the step; null while it runs, and if it was done
    std::optional<bool> assumed_done = {}; // value of --assume

    // True if the operator has to say whether the step was done.
    bool is_uncertain() const { return end == AttemptEnd::unknown && !assumed_done; }

    // True from its beginning until its end is recorded or assumed.
    bool is_open() const { return is_uncertain() && result.is_null(); }

    // True if another attempt may follow.
    bool may_be_repeated() const
    {
        return assumed_done ? !*assumed_done : end == AttemptEnd::undone;
    }

    // Returns the reason why its end is unknown.
    std::string reason() const;
};

// The attempts of the steps with `once` of a run, by path, as its journal records them.
class Attempts {
public:
    void begin(const std::string& path, std::size_t number);
    void end(const std::string& path, AttemptEnd end, Json result);

    // Records the operator's statement. Has no effect unless `number` is that of the latest
    // attempt.
    void assume(const std::string& path, std::size_t number, bool is_done);

    // Turns answers about a step and the steps in it that they were done into attempts that were
    // done, since the file or the items have changed: whether that counts is asked again.
    void forget_answers_in(const std::string& path);

    // Returns the latest attempt, or nullptr if the step has not begun.
    const Attempt* find(const std::string& path) const;

    bool empty() const { return latest.empty(); }

    // Returns the number of the attempt that follows.
    std::size_t next_number(const std::string& path) const;

    // Returns the paths of open attempts of a step and of the steps in it.
    std::vector<std::string> open_in(const std::string& path) const;

    // Returns all attempts that need an answer of the operator, by path.
    std::map<std::string, Attempt> uncertain() const;

private:
    std::map<std::string, Attempt> latest;
};

// An answer of the operator: STEP@N=done or STEP@N=undone.
struct Assumption {
    std::string step;
    std::optional<std::size_t> attempt; // nullopt if it is missing
    bool is_done = false;
};

// Throws BAD_REQUEST for any other text.
Assumption assumption_of(std::string_view text);

// Returns both flags for an attempt: "--assume pay@2=done or --assume pay@2=undone".
std::string flags_for(const std::string& path, const Attempt& attempt);

// True if a path is that of a step inside a step: each[3].pay in each.
bool is_inside(std::string_view path, std::string_view outer);

}
