#pragma once

#include <string>

namespace frontends::serve {

// The permissions of a token or a user. A bot that prompts lacks `approve`, so that it can't
// approve its own calls. A scope covers the objects that the caller has begun; with `all`, all
// objects.
struct Scope {
    enum : unsigned {
        none = 0,
        read = 1,
        run = 2,
        approve = 4,
        read_all = 8 | read,
        run_all = 16 | run,
        approve_all = 32 | approve,
        all = read_all | run_all | approve_all
    };
};

// The client that sends a request, with its permissions. Every check of an object uses covers().
struct Caller {
    // "token:NAME", "user:UID", or empty for the operator. Stored with each object that the caller
    // begins.
    std::string owner = {};
    unsigned scopes = Scope::none;
    std::string credential = {}; // SHA-256 of the token; empty for a user

    bool has(unsigned scope) const { return (scopes & scope) == scope; }

    // Returns true if `scope` (read, run or approve) covers all objects.
    bool has_for_all(unsigned scope) const { return has(scope | scope << 3); }

    // Returns true if `scope` (read, run or approve) covers the objects of the owner `other`.
    bool covers(unsigned scope, const std::string& other) const
    {
        return has_for_all(scope) || (has(scope) && !owner.empty() && owner == other);
    }
};

}
