#pragma once

#include "agent/oauth/client.hpp"
#include "agent/oauth/token.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/private_directory.hpp"

#include <optional>
#include <string>
#include <vector>

namespace agent::oauth {

using namespace toolkit;

// Stores tokens and clients in files of `mcp/oauth` in state_folder(), which is hidden from every
// sandbox. All functions throw BAD_REQUEST naming the file if it cannot be trusted: it is
// malformed, belongs to another user, can be read or changed by other users, or is a link.
class TokenStore {
public:
    explicit TokenStore(std::string state_directory = system::state_directory());

    std::optional<Token> find(const Account& account) const;

    // Takes the lock that is needed to renew, replace or delete the token. Returns an empty File if
    // another process has it.
    File try_to_lock(const Account& account) const;

    // Stores the token. The caller must have the lock.
    void keep(const Token& token) const;

    // Deletes the token. Returns false if there was none. The caller must have the lock.
    bool forget(const Account& account) const;

    // Returns all tokens that can be read.
    std::vector<Token> all() const;

    // Find, store and delete the registered client of an authorization server, which all entries
    // share.
    std::optional<Client> find_client(const std::string& issuer) const;
    void keep_client(const Client& client) const;
    void forget_client(const std::string& issuer) const;

private:
    system::PrivateDirectory find_directory(const std::string& name) const;
    system::PrivateDirectory make_directory(const std::string& name) const;

    std::string state_directory;
};

}
