#pragma once

#include "toolkit/system/file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace exec::output {

using namespace toolkit;

// The file that takes the whole of an output which is too long for the answer:
// .agentcli/output/<random>.<stream>, mode 0600, made with the first bytes, and locked until this
// object is gone. No link is followed on the way.
class Spill {
public:
    Spill(const Workspace& workspace, std::string stream, std::int64_t limit);

    // One that keeps nothing.
    static Spill none(const Workspace& workspace);

    // Never throws: what can't be kept is said by the members below, and a file that could not be
    // written is removed.
    void append(std::string_view bytes);

    std::string path() const; // relative to the workspace; empty where there is none
    const std::string& file_name() const { return name; } // in outputs(); empty where there is none
    const File& outputs() const { return folder; } // once there is a file
    bool is_cut() const { return cut; } // more bytes came than `limit`
    const std::string& problem() const
    {
        return reason;
    } // why there is no file, though there should be

private:
    void make();
    void write(std::string_view bytes);

    const Workspace& workspace;
    std::string stream;
    std::int64_t room;
    std::string name;
    std::string reason;
    File folder;
    File file;
    bool cut = false;
};

}
