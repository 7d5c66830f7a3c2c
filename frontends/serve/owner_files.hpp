#pragma once

#include "toolkit/system/file.hpp"

#include <string>

namespace frontends::serve {

using namespace toolkit;

// The owners (Caller::owner) of things that are kept by name: a file NAME with a suffix in a
// directory for each. What the operator has begun has none. Files are read at each use, since other
// programs delete sessions.
class OwnerFiles {
public:
    // `directory` must outlive the object. No name may contain a slash.
    OwnerFiles(const File& directory, std::string suffix)
        : directory(directory)
        , suffix(std::move(suffix))
    {
    }

    // Returns the owner; empty for the operator, or if nothing is known.
    std::string owner_of(const std::string& name) const;

    // Replaces the owner. Throws NO_SPACE or IO_ERROR.
    void keep(const std::string& name, const std::string& owner) const;

    void forget(const std::string& name) const;

private:
    const File& directory;
    std::string suffix;
};

}
