#pragma once

#include "toolkit/system/file.hpp"

#include <string>

namespace frontends::serve {

using namespace toolkit;

// Stores the owners (Caller::owner) of objects that are kept by name, each in a file with this name
// and a suffix. An object of the operator has no file. Reads the file at each use, since other
// programs delete sessions.
class OwnerFiles {
public:
    // `directory` must outlive the object. Names must not contain a slash.
    OwnerFiles(const File& directory, std::string suffix)
        : directory(directory)
        , suffix(std::move(suffix))
    {
    }

    // Returns the owner; empty for the operator, or if the owner is not recorded.
    std::string owner_of(const std::string& name) const;

    // Replaces the owner. Throws NO_SPACE or IO_ERROR.
    void keep(const std::string& name, const std::string& owner) const;

    void forget(const std::string& name) const;

private:
    const File& directory;
    std::string suffix;
};

}
