#pragma once

#include "toolkit/json/json.hpp"
#include "toolkit/system/file.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace frontends::workflow {

using namespace toolkit;

// Implements --record and --replay of a workflow: one file with a recording (agent/model/record) of
// each run of a model. Its lines have the path of the step as "step".
class Recordings {
public:
    // The arguments are paths of files; empty for none. Throws BAD_REQUEST if one cannot be read or
    // written.
    Recordings(const std::string& record, const std::string& replay);

    // The recording of one step as a file of its own, to be replayed or written. It has a path for
    // as long as the object exists.
    class Part {
    public:
        explicit Part(const std::string& content);

        std::string path() const;
        std::string content() const;

    private:
        File file;
    };

    bool are_replayed() const { return replays; }
    bool are_recorded() const { return static_cast<bool>(recorded); }

    // Returns the lines that earlier tries of this process have not replayed; all if none are left.
    // Throws CONFLICT if the recording has nothing of this step.
    Part part_of(const std::string& step);

    // Records that a try has replayed this many lines.
    void note_replayed(const std::string& step, std::size_t lines) { replayed[step] += lines; }

    // Adds what a step has recorded.
    void add(const std::string& step, const Part& part);

private:
    bool replays = false;
    std::map<std::string, std::vector<std::string>> parts; // lines by step
    std::map<std::string, std::size_t> replayed; // how many lines of each step were replayed
    File recorded;
    std::string record_path;
};

}
