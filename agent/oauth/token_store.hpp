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

// The files of tokens and clients, in `mcp/oauth` of state_folder(), which no sandbox shows. All
// throw BAD_REQUEST naming the file if it cannot be relied on: it is malformed, belongs to another
// user, can be read or changed by other users, or is a link.
class TokenStore {
public:
    explicit TokenStore(std::string state_folder = system::state_folder());

    std::optional<Token> find(const Account& account) const;

    // Holds back all other processes that would renew or replace the token. Empty if one of them
    // has the lock.
    File try_to_lock(const Account& account) const;

    // While locked. It lasts when the call returns.
    void keep(const Token& token) const;
    bool forget(const Account& account) const;

    // All tokens, for comparisons. Files that cannot be read are left out.
    std::vector<Token> all() const;

    std::optional<Client> find_client(const std::string& issuer) const;
    void keep_client(const Client& client) const;
    void forget_client(const std::string& issuer) const;

private:
    system::PrivateDirectory find_directory(const std::string& name) const;
    system::PrivateDirectory make_directory(const std::string& name) const;

    std::string state_folder;
};

}
